// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Tensor instructions of a warp group: two groups of a CTA, with the same matrices in shared memory
// and their own registers. Small whole numbers are compared with exact sums, others with the rule
// of mma_reference.h.
#include "mma_reference.h"
#include "semantics.h"
#include "wgmma_layout.h"
#include "wgmma_numbers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    GROUP_ROWS = 64,
    GROUPS = 2,
    ROWS = GROUP_ROWS * GROUPS,
    THREADS = GROUPS * SEM_CTA,
    MOST_N = 256,
    STEP_BYTES = 32, // of K that one instruction takes
    IMAGE = 45056,
    START_OF_B = 10240,
};

struct wgmma {
    const char *name;
    unsigned n;
    enum wgmma_type a, b;
    bool halves; ///< the accumulator is FP16
    bool from_registers, transposed_a, transposed_b, negative_a, negative_b, saturate;
    bool fresh;     ///< the accumulator begins at zero
    unsigned steps; ///< instructions, each 32 bytes of K further; 0: 1
};

static unsigned sm;

static struct {
    unsigned k; ///< of a whole test
    uint32_t a[ROWS][MMA_K], b[MOST_N][MMA_K], c[ROWS][MOST_N];
    int value_a[ROWS][MMA_K], value_b[MOST_N][MMA_K], value_c[ROWS][MOST_N];
    uint32_t want[ROWS][MOST_N];
    uint8_t image[IMAGE];
    uint32_t sums[THREADS][MOST_N / 2], left[THREADS][4];
} t;

static void fill_factor(enum wgmma_type type, bool whole, unsigned rows, uint32_t (*bits)[MMA_K],
                        int (*values)[MMA_K])
{
    for (unsigned i = 0; i < rows * t.k; i++) {
        uint32_t *to = &bits[i / t.k][i % t.k];
        int *value = &values[i / t.k][i % t.k];
        *value = wgmma_random_int(-4, 4);
        *to = whole && wgmma_formats[type].exponent
                  ? wgmma_encode(*value, wgmma_formats[type].exponent, wgmma_formats[type].fraction)
                  : wgmma_random(type);
        if (type == S8)
            *value = (int8_t)*to;
        else if (wgmma_formats[type].exponent == 0)
            *value = (int)*to;
    }
}

static void fill(const struct wgmma *w, bool whole)
{
    bool is_integer = wgmma_formats[w->a].exponent == 0;
    t.k = (w->steps ? w->steps : 1) * STEP_BYTES * 8 / wgmma_formats[w->a].bits;
    fill_factor(w->a, whole, ROWS, t.a, t.value_a);
    fill_factor(w->b, whole, w->n, t.b, t.value_b);
    // Both groups have the same A in shared memory.
    if (!w->from_registers) {
        memcpy(t.a[GROUP_ROWS], t.a, GROUP_ROWS * sizeof *t.a);
        memcpy(t.value_a[GROUP_ROWS], t.value_a, GROUP_ROWS * sizeof *t.value_a);
    }
    for (unsigned i = 0; i < ROWS * w->n; i++) {
        uint32_t *to = &t.c[i / w->n][i % w->n];
        int *value = &t.value_c[i / w->n][i % w->n];
        *value = wgmma_random_int(-100, 100);
        if (is_integer)
            *value = (int)(*to = emu_random() % 4 ? emu_random() : 0x7fffff00);
        else if (whole)
            *to = w->halves ? wgmma_encode(*value, 5, 10) : wgmma_encode(*value, 8, 23);
        else
            *to = w->halves ? wgmma_random(F16) : wgmma_random(TF32);
    }
}

static void put_element(uint64_t bit, unsigned bits, uint32_t value)
{
    for (unsigned i = 0; i < bits; i += 8) {
        if (bits < 8)
            t.image[bit / 8] =
                (uint8_t)((t.image[bit / 8] & ~(1u << bit % 8)) | (value & 1u) << bit % 8);
        else
            t.image[(bit + i) / 8] = (uint8_t)(value >> i);
    }
}

// The matrix with K from `first` on, into the image; its descriptor.
static uint64_t lay_out(enum wgmma_type type, uint32_t (*bits)[MMA_K], unsigned rows,
                        unsigned swizzle, bool is_transposed, unsigned place)
{
    struct wgmma_layout layout = {wgmma_formats[type].bits, swizzle, is_transposed, 0, 0};
    // Patterns that begin at no multiple of their size, which the base offset tells.
    unsigned shift = emu_random() % 2 ? emu_random() % 7 * 128 : 0;
    // A tile whose K is as wide as the pattern is: the product takes 32 bytes of it.
    unsigned spare = (16u << swizzle) / STEP_BYTES * STEP_BYTES;
    unsigned of_tile = t.k * layout.bits / 8;
    unsigned skip = 0;
    if (!is_transposed && spare > of_tile)
        skip = emu_random() % ((spare - of_tile) / STEP_BYTES + 1) * STEP_BYTES;
    wgmma_layout_choose(&layout, rows, 2, emu_random());
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned k = 0; k < t.k; k++) {
            uint64_t at = wgmma_layout_place(&layout, row, k + skip * 8 / layout.bits);
            put_element(at + (place + shift) * 8, layout.bits, bits[row][k]);
        }
    }
    return wgmma_descriptor(&layout, place + shift, skip);
}

// Registers as the figures of the manual show them.
static void put_left(enum wgmma_type type)
{
    unsigned bits = wgmma_formats[type].bits, per = 32 / bits;
    memset(t.left, 0, sizeof t.left);
    for (unsigned i = 0; i < ROWS * t.k; i++) {
        unsigned row = i / t.k, k = i % t.k;
        unsigned thread = row / 16 * SEM_LANES + row % 8 * 4 + k / per % 4;
        t.left[thread][k / per / 4 * 2 + row / 8 % 2] |= t.a[row][k] << k % per * bits;
    }
}

// The accumulator's word, and the lowest bit in it.
static uint32_t *sum_word(unsigned row, unsigned n, bool halves, unsigned *shift)
{
    uint32_t *thread = t.sums[row / 16 * SEM_LANES + row % 8 * 4 + n % 8 / 2];
    unsigned upper = row / 8 % 2;
    *shift = halves ? n % 2 * 16 : 0;
    return &thread[halves ? n / 8 * 2 + upper : n / 8 * 4 + upper * 2 + n % 2];
}

static void put_sums(const struct wgmma *w)
{
    memset(t.sums, 0, sizeof t.sums);
    for (unsigned i = 0; i < ROWS * w->n; i++) {
        unsigned shift;
        uint32_t *word = sum_word(i / w->n, i % w->n, w->halves, &shift);
        *word |= t.c[i / w->n][i % w->n] << shift;
    }
}

static uint32_t exact(const struct wgmma *w, unsigned row, unsigned n, bool keep)
{
    int64_t sum = keep ? t.value_c[row][n] : 0;
    int sign = w->negative_a != w->negative_b ? -1 : 1;
    for (unsigned k = 0; k < t.k; k++)
        sum += sign * t.value_a[row][k] * t.value_b[n][k];
    if (wgmma_formats[w->a].exponent)
        return w->halves ? wgmma_encode((int)sum, 5, 10) : wgmma_encode((int)sum, 8, 23);
    if (w->saturate)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (uint32_t)sum;
}

static void expect_exact(const struct wgmma *w, bool keep)
{
    for (unsigned i = 0; i < ROWS * w->n; i++)
        t.want[i / w->n][i % w->n] = exact(w, i / w->n, i % w->n, keep);
}

// Blocks of 16 rows and 8 columns by the rule.
static void expect_by_rule(const struct wgmma *w, bool keep)
{
    static struct mma_words words;
    unsigned bits = wgmma_formats[w->a].bits;
    struct mma_float_rule rule = {.a = wgmma_formats[w->a].rule,
                                  .b = wgmma_formats[w->b].rule,
                                  .k = t.k,
                                  .terms = STEP_BYTES * 8 / bits,
                                  .fraction = bits == 8 ? 13 : 25,
                                  .drop = bits == 8 && !w->halves ? 10 : 0,
                                  .halves = w->halves};
    uint32_t sign = 1u << (bits - 1);
    for (unsigned i = 0; i < ROWS / MMA_M * (w->n / MMA_N); i++) {
        unsigned row = i / (w->n / MMA_N) * MMA_M, n = i % (w->n / MMA_N) * MMA_N;
        for (unsigned m = 0; m < MMA_M; m++) {
            for (unsigned k = 0; k < t.k; k++)
                words.a[m][k] = t.a[row + m][k] ^ (w->negative_a ? sign : 0);
            for (unsigned c = 0; c < MMA_N; c++)
                words.c[m][c] = keep ? t.c[row + m][n + c] : 0;
        }
        for (unsigned c = 0; c < MMA_N; c++) {
            for (unsigned k = 0; k < t.k; k++)
                words.b[c][k] = t.b[n + c][k] ^ (w->negative_b ? sign : 0);
        }
        mma_float(&words, &rule);
        for (unsigned m = 0; m < MMA_M; m++)
            memcpy(&t.want[row + m][n], words.c[m], sizeof words.c[m]);
    }
}

static CUdeviceptr upload(const void *data, size_t bytes)
{
    CUdeviceptr pointer;
    OK(cu.cuMemAlloc_v2(&pointer, bytes));
    OK(cu.cuMemcpyHtoD_v2(pointer, data, bytes));
    return pointer;
}

static void launch(const struct wgmma *w, uint64_t a, uint64_t b, bool keep)
{
    // The accumulators of the threads without gaps.
    unsigned count = w->n / (w->halves ? 4 : 2);
    static uint32_t packed[THREADS * MOST_N / 2];
    uint32_t is_kept = keep;
    CUfunction function = sem_function(w->name);
    for (unsigned i = 0; i < THREADS * count; i++)
        packed[i] = t.sums[i / count][i % count];
    if (!function)
        fail_msg("no kernel '%s'", w->name);
    size_t bytes = sizeof *packed * THREADS * count;
    CUdeviceptr image = upload(t.image, sizeof t.image), left = upload(t.left, sizeof t.left);
    CUdeviceptr sums = upload(packed, bytes);
    void *params[] = {&image, &sums, &left, &a, &b, &is_kept, &count};
    OK(cu.cuLaunchKernel(function, 1, 1, 1, THREADS, 1, 1, 0, NULL, params, NULL));
    if (cu.cuMemcpyDtoH_v2(packed, sums, bytes))
        fail_msg("%s: %s", w->name, emu_report());
    for (unsigned i = 0; i < THREADS * count; i++)
        t.sums[i / count][i % count] = packed[i];
    OK(cu.cuMemFree_v2(image));
    OK(cu.cuMemFree_v2(left));
    OK(cu.cuMemFree_v2(sums));
}

static bool is_nan(uint32_t word, bool halves)
{
    return halves ? (word & 0x7fff) > 0x7c00 : (word & 0x7fffffff) > 0x7f800000;
}

static void compare(const struct wgmma *w, unsigned swizzle, bool whole)
{
    bool is_float = wgmma_formats[w->a].exponent;
    for (unsigned i = 0; i < ROWS * w->n; i++) {
        unsigned row = i / w->n, n = i % w->n, shift;
        uint32_t got = *sum_word(row, n, w->halves, &shift) >> shift, want = t.want[row][n];
        if (w->halves)
            got &= 0xffff;
        if (got == want || (is_float && is_nan(got, w->halves) && is_nan(want, w->halves)))
            continue;
        fail_msg("%s, swizzle %u, %s numbers, row %u, column %u: found 0x%08x, expected 0x%08x",
                 w->name, swizzle, whole ? "whole" : "random", row, n, got, want);
    }
}

static void run(const struct wgmma *w, unsigned swizzle, bool whole)
{
    bool keep = emu_random() % 4 && !w->fresh;
    uint64_t a = 0;
    fill(w, whole);
    memset(t.image, 0xff, sizeof t.image);
    if (w->from_registers)
        put_left(w->a);
    put_sums(w);
    // The other matrix has another layout.
    unsigned other = w->steps ? swizzle : (swizzle + emu_random()) % 4;
    if (!w->from_registers)
        a = lay_out(w->a, t.a, GROUP_ROWS, other, w->transposed_a, 0);
    uint64_t b = lay_out(w->b, t.b, w->n, swizzle, w->transposed_b, START_OF_B);
    if (whole || wgmma_formats[w->a].exponent == 0)
        expect_exact(w, keep);
    else
        expect_by_rule(w, keep);
    launch(w, a, b, keep);
    compare(w, swizzle, whole);
}

static void run_all(const struct wgmma *tests, size_t count)
{
    if (sm != 90)
        skip();
    for (size_t i = 0; i < count; i++) {
        // A longer K begins where the pattern does: there is none wider than 128 bytes.
        for (unsigned swizzle = tests[i].steps ? 3 : 0; swizzle < 4; swizzle++) {
            run(&tests[i], swizzle, true);
            run(&tests[i], swizzle, false);
        }
    }
    assert_int_equal(mma_out_of_bound(), 0);
}

#define RUN(...)                                                                                   \
    do {                                                                                           \
        static const struct wgmma tests[] = {__VA_ARGS__};                                         \
        run_all(tests, sizeof tests / sizeof tests[0]);                                            \
    } while (0)

static void halves(void **state)
{
    (void)state;
    RUN({"f16_8", 8, F16, F16}, {"f16_24", 24, F16, F16, .negative_a = true},
        {"f16_64", 64, F16, F16}, {"f16_64_a", 64, F16, F16, .transposed_a = true},
        {"f16_64_b", 64, F16, F16, .transposed_b = true, .negative_b = true},
        {"f16_64_ab", 64, F16, F16, .transposed_a = true, .transposed_b = true, .negative_a = true,
         .negative_b = true},
        {"f16_256", 256, F16, F16}, {"f16_256_b", 256, F16, F16, .transposed_b = true},
        {"f16_8_r", 8, F16, F16, .from_registers = true},
        {"f16_32_rb", 32, F16, F16, .from_registers = true, .transposed_b = true,
         .negative_a = true, .negative_b = true});
}

static void half_sums(void **state)
{
    (void)state;
    RUN({"h16_16", 16, F16, F16, true}, {"h16_128", 128, F16, F16, true, .negative_b = true},
        {"h16_64_ab", 64, F16, F16, true, .transposed_a = true, .transposed_b = true},
        {"h16_32_r", 32, F16, F16, true, .from_registers = true, .negative_a = true});
}

static void bfloats(void **state)
{
    (void)state;
    RUN({"bf16_16", 16, BF16, BF16},
        {"bf16_96_ab", 96, BF16, BF16, .transposed_a = true, .transposed_b = true,
         .negative_b = true},
        {"bf16_48_rb", 48, BF16, BF16, .from_registers = true, .transposed_b = true,
         .negative_a = true});
}

static void tf32(void **state)
{
    (void)state;
    RUN({"tf32_8", 8, TF32, TF32},
        {"tf32_128", 128, TF32, TF32, .negative_a = true, .negative_b = true},
        {"tf32_24_r", 24, TF32, TF32, .from_registers = true, .negative_a = true});
}

static void fp8(void **state)
{
    (void)state;
    RUN({"e4m3_16", 16, E4M3, E4M3}, {"e4m3_e5m2_64", 64, E4M3, E5M2, .negative_b = true},
        {"e5m2_e4m3_8_r", 8, E5M2, E4M3, .from_registers = true, .negative_a = true},
        {"e5m2_32", 32, E5M2, E5M2, .negative_a = true, .negative_b = true},
        {"e4m3_32_h16", 32, E4M3, E4M3, true},
        {"e5m2_16_h16_r", 16, E5M2, E5M2, true, .from_registers = true});
}

static void integers(void **state)
{
    (void)state;
    RUN({"s8_8", 8, S8, S8}, {"s8_64_sat", 64, S8, S8, .saturate = true},
        {"u8_s8_128", 128, U8, S8}, {"s8_u8_32_r", 32, S8, U8, .from_registers = true},
        {"u8_16_r_sat", 16, U8, U8, .from_registers = true, .saturate = true}, {"b1_8", 8, B1, B1},
        {"b1_64", 64, B1, B1}, {"b1_32_r", 32, B1, B1, .from_registers = true});
}

static void chain(void **state)
{
    (void)state;
    RUN({"chain_64", 64, F16, F16, .steps = 4}, {"fresh_32", 32, F16, F16, .fresh = true});
}

// The last test: the context is of no use after it.
static void beyond_the_end(void **state)
{
    (void)state;
    if (sm != 90)
        skip();
    const uint64_t last = IMAGE / 16 - 1; // one unit is left, the product takes more
    unsigned count = 4, keep = 0;
    CUdeviceptr image = upload(t.image, sizeof t.image), left = upload(t.left, sizeof t.left);
    CUdeviceptr sums = upload(t.sums, sizeof t.sums);
    uint64_t a = last | UINT64_C(128 / 16) << 32, b = 0;
    void *params[] = {&image, &sums, &left, &a, &b, &keep, &count};
    OK(cu.cuLaunchKernel(sem_function("f16_8"), 1, 1, 1, THREADS, 1, 1, 0, NULL, params, NULL));
    IS(cu.cuCtxSynchronize(), ILLEGAL_ADDRESS);
    assert_non_null(strstr(emu_report(), "through a matrix descriptor: shared memory ends at"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves),  cmocka_unit_test(half_sums),
        cmocka_unit_test(bfloats), cmocka_unit_test(tf32),
        cmocka_unit_test(fp8),     cmocka_unit_test(integers),
        cmocka_unit_test(chain),   cmocka_unit_test(beyond_the_end),
    };
    sem_open("wgmma", &sm);
    return sem_close(cmocka_run_group_tests(tests, NULL, NULL));
}
