// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Round trip over foreign machine code: every instruction of the cubins given is decoded, encoded
// again, printed, and compared with its word and with nvdisasm's text.
#include "roundtrip_report.h"
#include "roundtrip_text.h"

#include "sass/cubin_image.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
    "usage: roundtrip [--only-missing] [--floor PERCENT] OUT CUBIN-OR-FOLDER...\n"
    "Writes OUT/{forms,missing,different,changed}.tsv, and keeps what nvdisasm (named by\n"
    "SASS_NVDISASM) printed in OUT. Exits with 1 if an instruction changes or prints otherwise,\n"
    "or if fewer than PERCENT (100) of an architecture's instructions are decoded.\n";

static struct file_list {
    char **names;
    size_t count;
} files;

static struct totals totals[ARCH_COUNT];
static struct refusals refusals;

static void add_file(const char *name)
{
    char **names = realloc(files.names, (files.count + 1) * sizeof *names);
    if (!names || !(names[files.count] = strdup(name))) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    files.names = names;
    files.count++;
}

static int visit(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)place;
    size_t length = strlen(path);
    if (type == FTW_F && length > 6 && strcmp(path + length - 6, ".cubin") == 0)
        add_file(path);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static unsigned char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    unsigned char *data = NULL;
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0 && (data = malloc((size_t)length + 1)))
        *size = fread(data, 1, (size_t)length, file);
    if (!data || *size != (size_t)length) {
        perror(name);
        exit(2);
    }
    fclose(file);
    return data;
}

static int arch_of(const struct cubin_image *image)
{
    for (int i = 0; i < ARCH_COUNT; i++)
        if (arch_sm[i] == image->sm)
            return i;
    return -1;
}

static void take_word(struct totals *total, struct sass_word word, const char *file)
{
    struct sass_inst inst;
    struct sass_word again = {0, 0};
    struct seen_word *seen = word_set_add(&total->set, word, file);
    total->instructions++;
    seen->decoded = sass_decode(arch_sm[total - totals], word, &inst);
    if (!seen->decoded)
        return;
    total->decoded++;
    const char *error = sass_encode(&inst, &again);
    if (!error && again.lo == word.lo && again.hi == word.hi)
        total->same_word++;
    else
        report_changed(total, seen, word, again, error);
}

static void take_file(const char *name)
{
    char error[CUBIN_ERROR_TEXT];
    size_t size = 0;
    unsigned char *data = read_file(name, &size);
    struct cubin_image image;
    struct cubin *cubin = cubin_read(data, size, error);
    if (!cubin)
        report_refused(&refusals, name, error);
    cubin_free(cubin);
    if (!cubin_image_open(&image, data, size, error)) {
        fprintf(stderr, "%s: %s\n", name, error);
        exit(2);
    }
    int arch = arch_of(&image);
    if (arch < 0) {
        fprintf(stderr, "%s: sm_%u is not one that is tested\n", name, image.sm);
        exit(2);
    }
    totals[arch].files++;
    for (uint32_t i = 1; i < image.section_count; i++) {
        const Elf64_Shdr *section = &image.sections[i];
        if (section->sh_type != SHT_PROGBITS ||
            strncmp(cubin_section_name(&image, i), ".text.", 6) != 0)
            continue;
        const unsigned char *code = cubin_section_data(&image, i);
        for (size_t at = 0; at + SASS_WORD_BYTES <= section->sh_size; at += SASS_WORD_BYTES) {
            struct sass_word word;
            memcpy(&word, code + at, sizeof word);
            take_word(&totals[arch], word, name);
        }
    }
    cubin_image_close(&image);
    free(data);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool skip(const char **text, const char *prefix)
{
    size_t length = strlen(prefix);
    if (strncmp(*text, prefix, length) != 0)
        return false;
    *text += length;
    return true;
}

static bool skip_nan(const char **text)
{
    return skip(text, "+QNAN") || skip(text, "-QNAN") || skip(text, "+SNAN") || skip(text, "-SNAN");
}

// Whether two texts differ only in what the manual lists: a descriptor that nvdisasm does not show,
// the payload of a NaN, the reuse flags of sparse metadata and of texture instructions.
static bool differs_as_documented(const char *ours, const char *theirs)
{
    bool hides_reuse = strstr(ours, "MMA.SP") || strncmp(ours, "T", 1) == 0;
    while (*ours || *theirs) {
        if (*theirs == '[' && strncmp(ours, "hdesc[", 6) == 0) {
            ours = strchr(ours, ']') + 1;
        } else if (strncmp(ours, "0x", 2) == 0 && skip_nan(&theirs)) {
            ours += 2 + strspn(ours + 2, "0123456789abcdef");
            theirs += strspn(theirs, " ");
            ours += strspn(ours, " ");
        } else if (hides_reuse && *theirs == ',' && skip(&ours, ".reuse")) {
            continue;
        } else if (*ours++ != *theirs++) {
            return false;
        }
    }
    return true;
}

// Prints all decoded words and compares with what nvdisasm says.
static void compare_text(struct totals *total)
{
    char text[TEXT_BYTES];
    struct sass_inst inst;
    for (size_t i = 0; i < total->set.count; i++) {
        struct seen_word *seen = &total->set.words[i];
        report_form(total, seen);
        if (!seen->decoded || !sass_decode(arch_sm[total - totals], seen->word, &inst)) {
            report_missing(total, seen);
            continue;
        }
        sass_print(&inst, judged_address(i), text, sizeof text);
        if (strcmp(text, seen->text) == 0) {
            total->same_text += seen->count;
        } else if (differs_as_documented(text, seen->text)) {
            total->documented += seen->count;
        } else {
            report_different(total, seen, text);
        }
    }
}

static void free_all(void)
{
    for (int i = 0; i < ARCH_COUNT; i++)
        totals_free(&totals[i]);
    for (size_t i = 0; i < files.count; i++)
        free(files.names[i]);
    free(files.names);
}

int main(int argc, char **argv)
{
    bool only_missing = false;
    double floor = 100;
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--only-missing") == 0) {
            only_missing = true;
        } else if (strcmp(argv[at], "--floor") == 0 && at + 1 < argc) {
            floor = strtod(argv[++at], NULL);
        } else {
            fputs(usage, stderr);
            return 2;
        }
    }
    const char *nvdisasm = getenv("SASS_NVDISASM");
    if (argc - at < 2 || !nvdisasm || !*nvdisasm) {
        fputs(argc - at < 2 ? usage : "SASS_NVDISASM is not set: expected nvdisasm's path\n",
              stderr);
        return 2;
    }
    const char *out = argv[at++];
    for (; at < argc; at++) {
        if (nftw(argv[at], visit, 16, FTW_PHYS) != 0) {
            perror(argv[at]);
            return 2;
        }
    }
    if (files.count == 0) {
        fprintf(stderr, "no .cubin file found\n");
        return 2;
    }
    qsort(files.names, files.count, sizeof *files.names, by_name);
    double start = seconds();
    for (size_t i = 0; i < files.count; i++)
        take_file(files.names[i]);
    double decoding = seconds() - start;
    for (int i = 0; i < ARCH_COUNT; i++) {
        if (totals[i].files == 0)
            continue;
        if (!judge_words(&totals[i].set, arch_sm[i], nvdisasm, out))
            return 2;
        compare_text(&totals[i]);
    }
    bool good = report_print(totals, &refusals, out, only_missing, floor);
    if (!only_missing)
        printf("read, decoded and encoded in %.2f s\n", decoding);
    free_all();
    return good ? 0 : 1;
}
