// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Runs a fuzz target without libFuzzer: every file of the kept corpus, then COUNT random changes of
// them. What crashes, or takes longer than HANG_SECONDS, is written to PROGRAM.crash.
// Usage: fuzz_TARGET CORPUS COUNT, or fuzz_TARGET FILE... to run these alone.
// SASSDNN_TEST_SEED repeats a run.
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_BYTES = 1 << 16, CORPUS_FILES = 4096, PATH_BYTES = 1024, HANG_SECONDS = 120 };

struct input {
    char *name;
    uint8_t *data;
    size_t size;
};

static struct input corpus[CORPUS_FILES];
static size_t corpus_count;
static uint8_t current[INPUT_BYTES];
static size_t current_size;
static char crash_path[PATH_BYTES];
static char describes[128]; // what is running, for the crash message
static uint64_t seed;

// Sanitizers end through abort(), so that one handler sees every crash.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1:allocator_may_return_null=1";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "abort_on_error=1:print_stacktrace=1";
}

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(1);
}

static void keep_input(int number)
{
    int file = open(crash_path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0) {
        if (write(file, current, current_size) < 0)
            say("fuzz: cannot write the input\n");
        close(file);
    }
    say(number == SIGALRM ? "fuzz: HANGS at " : "fuzz: CRASHES at ");
    say(describes);
    say("; the input is ");
    say(crash_path);
    say("\n");
    signal(number, SIG_DFL);
    if (number == SIGALRM)
        _exit(1);
    raise(number);
}

static unsigned below(size_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return n ? (unsigned)((seed >> 33) % n) : 0;
}

static void run_current(void)
{
    // A copy of exactly its size, so that a read behind the end is seen.
    uint8_t *copy = malloc(current_size ? current_size : 1);
    if (!copy)
        exit(1);
    memcpy(copy, current, current_size);
    alarm(HANG_SECONDS);
    LLVMFuzzerTestOneInput(copy, current_size);
    alarm(0);
    free(copy);
}

static int read_input(const char *path, struct input *input)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    input->data = malloc(INPUT_BYTES);
    if (input->data)
        input->size = fread(input->data, 1, INPUT_BYTES, file);
    input->name = strdup(path);
    fclose(file);
    return input->data && input->name;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct input *)a)->name, ((const struct input *)b)->name);
}

// In the order of the names, so that a seed means the same everywhere.
static void read_corpus(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir && corpus_count < CORPUS_FILES && (entry = readdir(dir))) {
        char path[PATH_BYTES];
        int n = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' && n > 0 && n < PATH_BYTES)
            corpus_count += (size_t)read_input(path, &corpus[corpus_count]);
    }
    if (dir)
        closedir(dir);
    qsort(corpus, corpus_count, sizeof corpus[0], by_name);
}

static void set_current(const struct input *input)
{
    memcpy(current, input->data, input->size);
    current_size = input->size;
}

// Put `size` bytes in place of `old` bytes.
static void replace_part(size_t at, size_t old, const uint8_t *bytes, size_t size)
{
    if (current_size - old + size > INPUT_BYTES)
        return;
    uint8_t part[256];
    memcpy(part, bytes, size);
    memmove(current + at + size, current + at + old, current_size - at - old);
    memcpy(current + at, part, size);
    current_size += size - old;
}

static void change_number(size_t at)
{
    static const uint64_t numbers[] = {0,      1,          7,         16,         0x7f,
                                       0xff,   0x7fff,     0xffff,    0x7fffffff, 0xffffffff,
                                       1 << 4, UINT64_MAX, INT64_MAX, 0x80000000, 1 << 20};
    static const size_t widths[] = {1, 2, 4, 8};
    uint64_t value = numbers[below(sizeof numbers / sizeof numbers[0])];
    size_t width = widths[below(4)];
    at -= below(2) ? at % width : 0;
    if (current_size - at >= width)
        memcpy(current + at, &value, width);
}

static void change_once(void)
{
    const struct input *other = &corpus[below(corpus_count)];
    size_t at = below(current_size + 1);
    size_t left = current_size - at, length = below((left < 64 ? left : 64) + 1);
    size_t from = below(other->size + 1), most = other->size - from;
    size_t taken = below((most < 128 ? most : 128) + 1);
    switch (below(7)) {
    case 0:
        if (left)
            current[at] ^= (uint8_t)(1u << below(8));
        break;
    case 1:
        if (left)
            current[at] = (uint8_t)below(256);
        break;
    case 2:
        replace_part(at, length, current, 0);
        break;
    case 3:
        replace_part(below(current_size + 1), 0, current + at, length);
        break;
    case 4:
        replace_part(at, 0, other->data + from, taken);
        break;
    case 5:
        replace_part(at, taken < left ? taken : left, other->data + from, taken);
        break;
    default:
        change_number(at);
        break;
    }
}

static void catch_crashes(const char *program)
{
    snprintf(crash_path, sizeof crash_path, "%s.crash", program);
    signal(SIGABRT, keep_input);
    signal(SIGALRM, keep_input);
#ifndef __SANITIZE_ADDRESS__
    signal(SIGSEGV, keep_input);
    signal(SIGBUS, keep_input);
    signal(SIGFPE, keep_input);
#endif
}

static int run_files(int count, char **paths)
{
    for (int i = 0; i < count; i++) {
        struct input input = {0};
        if (!read_input(paths[i], &input)) {
            fprintf(stderr, "fuzz: cannot read %s\n", paths[i]);
            return 1;
        }
        snprintf(describes, sizeof describes, "%.100s", paths[i]);
        set_current(&input);
        run_current();
        free(input.data);
        free(input.name);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct stat about;
    if (argc < 2) {
        fprintf(stderr, "usage: %s CORPUS COUNT | FILE...\n", argv[0]);
        return 2;
    }
    catch_crashes(argv[0]);
    if (stat(argv[1], &about) != 0 || !S_ISDIR(about.st_mode))
        return run_files(argc - 1, argv + 1);
    const char *given = getenv("SASSDNN_TEST_SEED");
    seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);
    printf("seed %" PRIu64 "\n", seed);
    fflush(stdout);
    uint64_t first = seed;
    read_corpus(argv[1]);
    if (corpus_count == 0) {
        fprintf(stderr, "fuzz: no files in %s\n", argv[1]);
        return 1;
    }
    for (size_t i = 0; i < corpus_count; i++) {
        snprintf(describes, sizeof describes, "%.100s", corpus[i].name);
        set_current(&corpus[i]);
        run_current();
    }
    unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    for (unsigned long i = 0; i < count; i++) {
        snprintf(describes, sizeof describes, "SASSDNN_TEST_SEED=%" PRIu64 ", change %lu", first,
                 i);
        set_current(&corpus[below(corpus_count)]);
        for (unsigned n = 1 + below(6); n > 0; n--)
            change_once();
        run_current();
    }
    printf("%zu files, %lu changes\n", corpus_count, count);
    for (size_t i = 0; i < corpus_count; i++) {
        free(corpus[i].data);
        free(corpus[i].name);
    }
    return 0;
}
