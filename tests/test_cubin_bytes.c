// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Cubins without NVIDIA's tools: what is written is read back, what cannot be written or read is
// refused with a text that names it, and no byte string makes the reader fail otherwise.
// SASSDNN_TEST_SEED repeats a run.
#include "sass/cubin.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

enum { MAX_KERNELS = 5, MAX_WORDS = 40, ROUND_TRIPS = 500, CORRUPTIONS = 20000 };

static const unsigned archs[] = {80, 86, 89, 90};
static uint64_t seed;

static uint64_t next_random(void)
{
    // splitmix64
    uint64_t z = (seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static unsigned below(unsigned n)
{
    return (unsigned)(next_random() % n);
}

struct bytes {
    unsigned char *data;
    size_t size;
};

struct sample {
    unsigned sm;
    size_t count;
    struct cubin_kernel kernels[MAX_KERNELS];
    struct sass_word code[MAX_KERNELS][MAX_WORDS];
    char names[MAX_KERNELS][64];
};

static const struct sass_word exit_word = {0x000000000000794d, 0x000fea0003800000};

/// A word that does not read a special register: on sm_90 the reader looks for SR_CTAID.Z.
static struct sass_word random_word(void)
{
    struct sass_word word = {next_random(), next_random()};
    word.lo = (word.lo & ~UINT64_C(0xfff)) | (below(8) ? 0x223 : 0x94d);
    return word;
}

static void random_params(struct cubin_kernel *kernel)
{
    kernel->param_count = below(4) ? below(12) : below(CUBIN_MAX_PARAMS + 1);
    unsigned end = 0;
    for (unsigned i = 0; i < kernel->param_count; i++) {
        unsigned size = below(8) ? 1u << below(4) : 1 + below(30);
        end += below(3);
        kernel->params[i] = (struct cubin_param){(uint16_t)end, (uint16_t)size};
        end += size;
    }
    kernel->param_bytes = kernel->param_count ? end + below(5) : 0;
}

static void random_kernel(struct sample *s, size_t i)
{
    struct cubin_kernel *kernel = &s->kernels[i];
    int length = snprintf(s->names[i], sizeof s->names[i], "k%zu_", i);
    for (unsigned n = below(40); n; n--)
        s->names[i][length++] =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$"[below(64)];
    s->names[i][length] = 0;
    *kernel = (struct cubin_kernel){
        .name = s->names[i],
        .code = s->code[i],
        .words = 1 + below(MAX_WORDS),
        .registers = 1 + below(64),
        .barriers = below(17),
        .shared_bytes = below(2) ? below(49153) : 0,
        .ctaid_z_used = below(2),
        .param_base = cubin_param_base(s->sm),
    };
    kernel->dynamic_shared = kernel->shared_bytes == 0 && below(2);
    for (size_t w = 0; w < kernel->words; w++)
        s->code[i][w] = random_word();
    if (kernel->ctaid_z_used && s->sm == 90) // S2R R0, SR_CTAID.Z
        s->code[i][below((unsigned)kernel->words)] =
            (struct sass_word){0x0000000000007919, 0x000e280000002700};
    if (below(2)) {
        kernel->max_threads[0] = 1 + below(16);
        kernel->max_threads[1] = 1 + below(16);
        kernel->max_threads[2] = 1 + below(4);
    }
    random_params(kernel);
}

static struct bytes must_write(unsigned sm, const struct cubin_kernel *kernels, size_t count)
{
    struct bytes bytes;
    char error[CUBIN_ERROR_TEXT] = "";
    if (!cubin_write(sm, kernels, count, &bytes.data, &bytes.size, error))
        fail_msg("cubin_write: %s", error);
    return bytes;
}

static struct cubin *must_read(struct bytes bytes)
{
    char error[CUBIN_ERROR_TEXT] = "";
    struct cubin *cubin = cubin_read(bytes.data, bytes.size, error);
    if (!cubin)
        fail_msg("cubin_read: %s", error);
    return cubin;
}

static void assert_same_kernel(const struct cubin_kernel *a, const struct cubin_kernel *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->words, b->words);
    assert_memory_equal(a->code, b->code, a->words * sizeof *a->code);
    assert_int_equal(a->registers, b->registers);
    assert_int_equal(a->barriers, b->barriers);
    assert_int_equal(a->shared_bytes, b->shared_bytes);
    assert_int_equal(a->dynamic_shared, b->dynamic_shared);
    assert_memory_equal(a->max_threads, b->max_threads, sizeof a->max_threads);
    assert_int_equal(a->ctaid_z_used, b->ctaid_z_used);
    assert_int_equal(a->param_bytes, b->param_bytes);
    assert_int_equal(a->param_base, b->param_base);
    assert_int_equal(a->param_count, b->param_count);
    assert_memory_equal(a->params, b->params, a->param_count * sizeof *a->params);
}

static void test_round_trip(void **state)
{
    (void)state;
    static struct sample s;
    for (int trip = 0; trip < ROUND_TRIPS; trip++) {
        s.sm = archs[trip % 4];
        s.count = 1 + below(MAX_KERNELS);
        for (size_t i = 0; i < s.count; i++)
            random_kernel(&s, i);
        struct bytes bytes = must_write(s.sm, s.kernels, s.count);
        assert_int_equal(cubin_image_size(bytes.data), bytes.size);
        struct cubin *cubin = must_read(bytes);
        assert_int_equal(cubin->sm, s.sm);
        assert_int_equal(cubin->count, s.count);
        for (size_t i = 0; i < s.count; i++)
            assert_same_kernel(&cubin->kernels[i], &s.kernels[i]);
        cubin_free(cubin);
        free(bytes.data);
    }
}

/// A small file with everything in it.
static struct bytes example(unsigned sm)
{
    static const struct sass_word code[] = {{0x223, 0}, {0x000000000000794d, 0x000fea0003800000}};
    struct cubin_kernel kernels[] = {
        {.name = "first",
         .code = code,
         .words = 2,
         .registers = 40,
         .barriers = 2,
         .shared_bytes = 512,
         .max_threads = {128, 1, 1},
         .ctaid_z_used = true,
         .param_bytes = 12,
         .param_count = 2,
         .params = {{0, 8}, {8, 4}}},
        {.name = "second", .code = code + 1, .words = 1, .registers = 8},
    };
    return must_write(sm, kernels, 2);
}

static volatile uint64_t code_sum; ///< makes every word of code be read

/// Reads an exact copy, so that an address sanitizer sees every byte too far. Whatever comes back
/// must be complete; a refusal must have one line of text.
static bool read_copy(const unsigned char *data, size_t size)
{
    unsigned char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, data, size);
    char error[CUBIN_ERROR_TEXT] = "";
    struct cubin *cubin = cubin_read(copy, size, error);
    free(copy);
    if (!cubin) {
        assert_int_not_equal(error[0], 0);
        assert_null(strchr(error, '\n'));
        return false;
    }
    for (size_t i = 0; i < cubin->count; i++) {
        const struct cubin_kernel *kernel = &cubin->kernels[i];
        assert_true(strlen(kernel->name) > 0 && kernel->words > 0);
        assert_in_range(kernel->param_count, 0, CUBIN_MAX_PARAMS);
        assert_in_range(kernel->registers, 1, 255);
        assert_in_range(kernel->barriers, 0, 16);
        for (size_t w = 0; w < kernel->words; w++)
            code_sum += kernel->code[w].lo ^ kernel->code[w].hi;
        for (unsigned p = 0; p < kernel->param_count; p++)
            assert_true(kernel->params[p].offset + kernel->params[p].size <=
                        (int)kernel->param_bytes);
    }
    cubin_free(cubin);
    return true;
}

static void test_truncations(void **state)
{
    (void)state;
    for (size_t a = 0; a < sizeof archs / sizeof *archs; a++) {
        struct bytes bytes = example(archs[a]);
        assert_true(read_copy(bytes.data, bytes.size));
        for (size_t size = 0; size < bytes.size; size++)
            if (read_copy(bytes.data, size))
                fail_msg("sm_%u: %zu of %zu bytes were taken", archs[a], size, bytes.size);
        free(bytes.data);
    }
}

static void test_corruptions(void **state)
{
    (void)state;
    unsigned taken = 0;
    for (int i = 0; i < CORRUPTIONS; i++) {
        static struct bytes files[4];
        struct bytes *bytes = &files[i % 4];
        if (i < 4)
            *bytes = example(archs[i]);
        unsigned char saved[8];
        size_t at[8];
        unsigned changes = 1 + below(8);
        for (unsigned c = 0; c < changes; c++) {
            // Every other time in the headers and tables behind the contents.
            size_t from = below(2) ? bytes->size / 2 : 0;
            at[c] = from + next_random() % (bytes->size - from);
            saved[c] = bytes->data[at[c]];
            bytes->data[at[c]] = (unsigned char)(below(4) ? next_random() : 0xff);
        }
        taken += read_copy(bytes->data, bytes->size);
        for (unsigned c = changes; c-- > 0;)
            bytes->data[at[c]] = saved[c];
        if (i >= CORRUPTIONS - 4)
            free(bytes->data);
    }
    print_message("%d corrupted files: %u read, %u refused\n", CORRUPTIONS, taken,
                  CORRUPTIONS - taken);
    assert_in_range(taken, 1, CORRUPTIONS - 1);
}

/// Changes `width` bytes of a good sm_80 file and expects this refusal.
static void refused(size_t at, uint64_t value, size_t width, const char *text)
{
    struct bytes bytes = example(80);
    memcpy(bytes.data + at, &value, width);
    char error[CUBIN_ERROR_TEXT] = "";
    assert_null(cubin_read(bytes.data, bytes.size, error));
    if (!strstr(error, text))
        fail_msg("expected '%s', got '%s'", text, error);
    free(bytes.data);
}

static size_t section_field(unsigned section, size_t field)
{
    struct bytes bytes = example(80);
    Elf64_Ehdr header;
    memcpy(&header, bytes.data, sizeof header);
    free(bytes.data);
    return header.e_shoff + section * sizeof(Elf64_Shdr) + field;
}

static void test_refusals(void **state)
{
    (void)state;
    char error[CUBIN_ERROR_TEXT];
    assert_null(cubin_read("", 0, error));
    assert_non_null(strstr(error, "not a cubin"));
    refused(0, 0, 1, "not a cubin");
    refused(EI_CLASS, ELFCLASS32, 1, "not a 64-bit little-endian ELF file");
    refused(offsetof(Elf64_Ehdr, e_machine), EM_X86_64, 2, "machine 62, expected 190");
    refused(offsetof(Elf64_Ehdr, e_type), ET_REL, 2, "a relocatable object");
    refused(offsetof(Elf64_Ehdr, e_type), ET_DYN, 2, "ELF type 3");
    refused(EI_OSABI, 0x51, 1, "unknown cubin ABI 0x51/7");
    refused(EI_ABIVERSION, 9, 1, "unknown cubin ABI 0x33/9");
    refused(offsetof(Elf64_Ehdr, e_flags), 0x340534, 4, "made for sm_52, expected sm_70");
    refused(offsetof(Elf64_Ehdr, e_shoff), UINT64_MAX - 3, 8, "truncated");
    refused(offsetof(Elf64_Ehdr, e_phoff), UINT64_MAX - 3, 8, "truncated");
    refused(offsetof(Elf64_Ehdr, e_shnum), 0, 2, "0 section headers");
    refused(offsetof(Elf64_Ehdr, e_shstrndx), 500, 2, "section 500 does not hold");
    refused(section_field(3, offsetof(Elf64_Shdr, sh_size)), 23, 8, "24-byte symbols");
    refused(section_field(3, offsetof(Elf64_Shdr, sh_type)), SHT_NOTE, 4, "no symbol table");
    refused(section_field(3, offsetof(Elf64_Shdr, sh_link)), 4, 4, "is not a string table");
    refused(section_field(4, offsetof(Elf64_Shdr, sh_offset)), UINT64_MAX, 8,
            "section 4 reaches past the end");
    refused(section_field(4, offsetof(Elf64_Shdr, sh_size)), 6, 8, "is cut short");
    refused(section_field(5, offsetof(Elf64_Shdr, sh_info)), 1, 4, "is not a kernel's code");
}

static void test_truncation_names_the_offset(void **state)
{
    (void)state;
    struct bytes bytes = example(90);
    char error[CUBIN_ERROR_TEXT];
    assert_null(cubin_read(bytes.data, 40, error));
    assert_string_equal(error, "truncated: the file ends at byte 40, inside the ELF header");
    assert_null(cubin_read(bytes.data, 1000, error));
    assert_non_null(strstr(error, "the file ends at byte 1000"));
    free(bytes.data);
}

/// The architecture sits in different bits of e_flags; the ABI byte says in which.
static void test_architecture_by_abi(void **state)
{
    (void)state;
    static const struct {
        unsigned char osabi, abi;
        uint32_t flags;
        unsigned sm;
    } cases[] = {
        {0x33, 7, 0x004b054b, 75},  {0x33, 7, 0x00500550, 80},  {0x33, 7, 0x0055055a, 90},
        {0x33, 7, 0x005a0d5a, 90},  {0x33, 7, 0x00640564, 100}, {0x41, 8, 0x06004b04, 75},
        {0x41, 8, 0x06005004, 80},  {0x41, 8, 0x06005a04, 90},  {0x41, 8, 0x06005a0c, 90},
        {0x41, 8, 0x06006402, 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes bytes = example(cases[i].sm < 90 ? 80 : 90);
        bytes.data[EI_OSABI] = cases[i].osabi;
        bytes.data[EI_ABIVERSION] = cases[i].abi;
        memcpy(bytes.data + offsetof(Elf64_Ehdr, e_flags), &cases[i].flags, 4);
        struct cubin *cubin = must_read(bytes);
        assert_int_equal(cubin->sm, cases[i].sm);
        cubin_free(cubin);
        free(bytes.data);
    }
}

/// The first file with kernel `first`'s parameters moved to `base` of constant bank 0, for `sm`.
static struct bytes moved_params(unsigned sm, uint16_t base)
{
    static const unsigned char head[] = {0x04, 0x0a, 0x08, 0x00}; // of the record PARAM_CBANK
    struct bytes bytes = example(sm < 90 ? 80 : 90);
    uint32_t flags = 0x00500500 | sm;
    memcpy(bytes.data + offsetof(Elf64_Ehdr, e_flags), &flags, sizeof flags);
    unsigned char *record = memmem(bytes.data, bytes.size, head, sizeof head);
    assert_non_null(record);
    memcpy(record + 8, &base, sizeof base);
    return bytes;
}

/// A launch fills in what lies below the parameters: a lower base would have it write past the
/// bank.
static void test_parameter_base(void **state)
{
    (void)state;
    static const struct {
        unsigned sm, base;
        const char *text; // of the refusal
    } cases[] = {
        {75, 0x160, NULL},
        {80, 0x160, NULL},
        {80, 0, "parameters at byte 0x0 of constant bank 0, expected 0x160"},
        {80, 0x28, "expected 0x160"},
        {89, 0x15c, "expected 0x160"},
        {90, 0x210, NULL},
        {90, 0x160, "expected 0x210"},
        {90, 0x214, "expected 0x210"},
        {100, 0x160, NULL},
        {100, 0x15c, "expected at least 0x160"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes bytes = moved_params(cases[i].sm, (uint16_t)cases[i].base);
        char error[CUBIN_ERROR_TEXT] = "";
        struct cubin *cubin = cubin_read(bytes.data, bytes.size, error);
        if (!cubin != (cases[i].text != NULL) || !strstr(error, cubin ? "" : cases[i].text))
            fail_msg("sm_%u, base 0x%x: '%s'", cases[i].sm, cases[i].base, error);
        if (cubin)
            assert_int_equal(cubin->kernels[0].param_base, cases[i].base);
        cubin_free(cubin);
        free(bytes.data);
    }
}

static void cannot_write(unsigned sm, struct cubin_kernel kernel, const char *text)
{
    struct bytes bytes = {0};
    char error[CUBIN_ERROR_TEXT] = "";
    assert_false(cubin_write(sm, &kernel, 1, &bytes.data, &bytes.size, error));
    if (!strstr(error, text))
        fail_msg("expected '%s', got '%s'", text, error);
    assert_null(bytes.data);
}

static void test_writer_limits(void **state)
{
    (void)state;
    const struct cubin_kernel good = {
        .name = "good", .code = &exit_word, .words = 1, .registers = 8};
    struct cubin_kernel k = good;
    cannot_write(75, k, "sm_75");
    k.name = "two words";
    cannot_write(80, k, "kernel name 'two words'");
    k = good, k.name = "";
    cannot_write(80, k, "kernel name ''");
    k = good, k.words = 0;
    cannot_write(80, k, "no code");
    k = good, k.registers = 256;
    cannot_write(80, k, "256 registers");
    k = good, k.registers = 129, k.max_threads[0] = 512, k.max_threads[1] = k.max_threads[2] = 1;
    cannot_write(80, k, "129 registers, expected 1 to 128 (what its launch bound leaves)");
    k = good, k.barriers = 17;
    cannot_write(80, k, "17 barriers");
    k = good, k.shared_bytes = 49153;
    cannot_write(80, k, "49153 bytes of static shared memory");
    k = good, k.max_threads[0] = 32;
    cannot_write(80, k, "32 x 0 x 0 threads");
    k = good, k.max_threads[0] = 2048, k.max_threads[1] = k.max_threads[2] = 1;
    cannot_write(80, k, "2048 x 1 x 1 threads");
    k = good, k.param_count = 129;
    cannot_write(80, k, "129 parameters");
    k = good, k.param_count = 1, k.params[0].size = 8, k.param_bytes = 4;
    cannot_write(80, k, "param_bytes is 4, the parameters end at byte 8");
    k = good, k.param_bytes = 4;
    cannot_write(80, k, "param_bytes is 4, the parameters end at byte 0");
    k = good, k.param_count = 2, k.param_bytes = 16;
    k.params[0].size = k.params[1].size = 8, k.params[1].offset = 4;
    cannot_write(80, k, "parameter 1 starts at byte 4, expected 8 or more");
    k = good, k.param_count = 1, k.param_bytes = 4;
    cannot_write(80, k, "parameter 0 has no bytes");
    k = good, k.param_bytes = 5000;
    cannot_write(80, k, "parameters of 5000 bytes");

    const struct cubin_kernel twins[] = {good, good};
    struct bytes bytes = {0};
    char error[CUBIN_ERROR_TEXT];
    assert_false(cubin_write(80, twins, 2, &bytes.data, &bytes.size, error));
    assert_string_equal(error, "two kernels are named 'good'");
    assert_false(cubin_write(80, twins, 0, &bytes.data, &bytes.size, error));
    assert_non_null(strstr(error, "0 kernels"));
}

static void test_image_size(void **state)
{
    (void)state;
    struct bytes bytes = example(80);
    assert_int_equal(cubin_image_size(bytes.data), bytes.size);
    uint64_t far = UINT64_MAX - 8;
    memcpy(bytes.data + offsetof(Elf64_Ehdr, e_shoff), &far, sizeof far);
    assert_int_equal(cubin_image_size(bytes.data), 0);
    bytes.data[0] = 0;
    assert_int_equal(cubin_image_size(bytes.data), 0);
    free(bytes.data);
}

int main(void)
{
    const char *given = getenv("SASSDNN_TEST_SEED");
    seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);
    printf("SASSDNN_TEST_SEED=%llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_truncations),
        cmocka_unit_test(test_corruptions),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_truncation_names_the_offset),
        cmocka_unit_test(test_architecture_by_abi),
        cmocka_unit_test(test_parameter_base),
        cmocka_unit_test(test_writer_limits),
        cmocka_unit_test(test_image_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) ? 1 : 0;
}
