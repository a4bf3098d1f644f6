// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The cycle model against closed forms: issue ceilings, register banks, sums of stalls, wavefronts,
// latencies, bandwidth, waves. The chip is the one of SASSDNN_EMU_DEVICE.
#include "emu.h"

#include "sass/asm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SOURCE_BYTES = 8192, WARP = 32 };

static unsigned sm, sm_count;
static double clock_khz, memory_bytes_per_second;

/// What a launch looks like to the model.
struct figures {
    double cycles; ///< of the launch
    double wave;   ///< of one wave
    double slots;  ///< per cent of the issue slots in use
    double fma;    ///< per cent of the issue slots with FFMA
    double requests, wavefronts, l2_kb, dram_kb;
    unsigned resident;
    char text[8192];
};

static double number_behind(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    return at ? strtod(at + strlen(words), NULL) : 0;
}

static double number_before(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    while (at && at > text && at[-1] != ' ' && at[-1] != '(')
        at--;
    return at ? strtod(at, NULL) : 0;
}

static void parse(struct figures *figures)
{
    const char *text = figures->text;
    figures->wave = number_before(text, " for a wave");
    figures->slots = number_behind(text, "issue slots   ");
    figures->fma = number_behind(text, " FMA ");
    figures->requests = number_behind(text, "memory        ");
    figures->wavefronts = number_before(text, " wavefronts");
    figures->l2_kb = number_behind(text, "L2 ");
    figures->dram_kb = number_behind(text, "DRAM ");
    figures->resident = (unsigned)number_before(text, " at a time");
}

/// Run kernel k of the source, made for the device; its one parameter is `memory`.
static struct figures model(const char *source, unsigned ctas, unsigned threads, unsigned shared,
                            CUdeviceptr memory)
{
    struct figures figures = {0};
    struct sass_asm_options options = {.sm = sm};
    char error[SASS_ASM_ERROR_TEXT];
    unsigned char *image;
    size_t size;
    CUmodule module;
    CUfunction function;
    struct sass_program *program = sass_assemble("k", source, strlen(source), &options, error);
    if (!program || !cubin_write(sm, program->kernels, program->count, &image, &size, error))
        fail_msg("%s\n%s", error, source);
    OK(cu.cuModuleLoadData(&module, image));
    OK(cu.cuModuleGetFunction(&function, module, "k"));
    OK(cu.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             (int)shared));
    unsigned long long launches, before, after;
    FILE *to = fmemopen(figures.text, sizeof figures.text - 1, "w");
    OK(cu.cuEmulatorModelled(&launches, &before));
    OK(cu.cuEmulatorModel(1, to));
    void *params[] = {&memory};
    OK(cu.cuLaunchKernel(function, ctas, 1, 1, threads, 1, 1, shared, NULL, params, NULL));
    if (cu.cuCtxSynchronize())
        fail_msg("%s\n%s", source, emu_report());
    OK(cu.cuEmulatorModel(0, NULL));
    OK(cu.cuEmulatorModelled(&launches, &after));
    fclose(to);
    figures.cycles = (double)(after - before);
    parse(&figures);
    OK(cu.cuModuleUnload(module));
    sass_program_free(program);
    free(image);
    return figures;
}

/// `body`, of 256 instructions, 100 times in a loop.
static struct figures model_loop(const char *body, unsigned threads)
{
    char source[SOURCE_BYTES];
    snprintf(source, sizeof source,
             ".kernel k\n.param ptr out\n"
             "MOV R0, RZ\n"
             "loop:\n%s\n"
             "[B------:R-:W-:-:S04] IADD3 R0, R0, 0x1, RZ\n"
             "[B------:R-:W-:Y:S13] ISETP.LT.U32.AND P0, PT, R0, 0x64, PT\n"
             "[B------:R-:W-:-:S05] @P0 BRA loop\n"
             "EXIT\n.endkernel\n",
             body);
    return model(source, 1, threads, 0, 0);
}

static bool is_between(double value, double least, double most)
{
    return value >= least && value <= most;
}

#define BETWEEN(figures, value, least, most)                                                       \
    do {                                                                                           \
        if (!is_between(value, least, most))                                                       \
            fail_msg("%s is %g: %g to %g was expected\n%s", #value, (double)(value),               \
                     (double)(least), (double)(most), (figures).text);                             \
    } while (0)

// One factor from the reuse cache, the other in the other bank than the sum.
static const char good_banks[] = ".for i, 0, 256\n"
                                 "[B------:R-:W-:-:S01] FFMA R{16+i%64}, R2.reuse, R{5-i%2}, "
                                 "R{16+i%64}\n"
                                 ".endfor\n";
// Two sources in the even bank and one in the odd one, then the other way round, none kept.
static const char blind_banks[] = ".for i, 0, 128\n"
                                  "[B------:R-:W-:-:S01] FFMA R{16+i%32*2}, R2, R5, R{16+i%32*2}\n"
                                  "[B------:R-:W-:-:S01] FFMA R{17+i%32*2}, R2, R7, R{17+i%32*2}\n"
                                  ".endfor\n";
static const char one_bank[] = ".for i, 0, 256\n"
                               "[B------:R-:W-:-:S01] FFMA R{16+i%32*2}, R2, R4, R{16+i%32*2}\n"
                               ".endfor\n";

static void test_ffma_ceiling(void **state)
{
    (void)state;
    struct figures f = model_loop(good_banks, 16 * WARP);
    double ceiling = 100.0 * 256 / 259 / (sm == 80 ? 2 : 1);
    BETWEEN(f, f.fma, 0.97 * ceiling, 50 + 50 * (sm != 80));
    f = model_loop(good_banks, 4 * WARP); // one warp per sub-core is enough but for the branch
    BETWEEN(f, f.fma, sm == 80 ? 45 : 88, ceiling);
}

static void test_register_banks(void **state)
{
    (void)state;
    struct figures f = model_loop(blind_banks, 16 * WARP);
    double most = sm == 80 ? 50 : 200.0 / 3;
    BETWEEN(f, f.fma, most - 2, most + 2);
    f = model_loop(one_bank, 16 * WARP);
    BETWEEN(f, f.fma, 100.0 / 3 - 2, 100.0 / 3 + 2);
}

static void test_pipes(void **state)
{
    (void)state;
    static const char alu[] = ".for i, 0, 256\n"
                              "[B------:R-:W-:-:S01] LOP3.LUT R{16+i%64}, R2, R5, RZ, 0xc0, !PT\n"
                              ".endfor\n";
    static const char imad[] = ".for i, 0, 256\n"
                               "[B------:R-:W-:-:S01] IMAD R{16+i%64}, R2, R5, RZ\n"
                               ".endfor\n";
    static const char mixed[] = ".for i, 0, 128\n"
                                "[B------:R-:W-:-:S01] IMAD R{16+i%32*2}, R2, R5, RZ\n"
                                "[B------:R-:W-:-:S01] FFMA R{17+i%32*2}, R2, R5, RZ\n"
                                ".endfor\n";
    struct figures f = model_loop(alu, 16 * WARP);
    BETWEEN(f, f.slots, 49, 51.5);
    f = model_loop(imad, 16 * WARP);
    BETWEEN(f, f.slots, 49, 51.5);
    // An IMAD takes the half of the FMA pipe that an FFMA can do without, where there are two.
    f = model_loop(mixed, 16 * WARP);
    BETWEEN(f, f.slots, sm == 80 ? 49 : 97, sm == 80 ? 51.5 : 100);
}

static void test_stalls(void **state)
{
    (void)state;
    static const unsigned stalls[] = {4, 5, 1, 11, 2, 7, 3};
    enum { COUNT = sizeof stalls / sizeof stalls[0], ROUNDS = 9 };
    char source[SOURCE_BYTES];
    unsigned sum = 0;
    int used = snprintf(source, sizeof source, ".kernel k\n.param ptr out\n");
    for (unsigned i = 0; i < ROUNDS * COUNT; i++) {
        used += snprintf(source + used, sizeof source - (size_t)used,
                         "[B------:R-:W-:-:S%02u] FFMA R2, R2, R5, R2\n", stalls[i % COUNT]);
        // The pipe of sm_80 takes an FFMA every second cycle.
        sum += sm == 80 && stalls[i % COUNT] < 2 ? 2 : stalls[i % COUNT];
    }
    // A yield passes the warp over for a cycle; a stall of 0 drains the pipeline.
    snprintf(source + used, sizeof source - (size_t)used,
             "[B------:R-:W-:Y:S01] FFMA R2, R2, R5, R2\n"
             "[B------:R-:W-:Y:S00] FFMA R2, R2, R5, R2\n"
             "EXIT\n.endkernel\n");
    struct figures f = model(source, 1, WARP, 0, 0);
    BETWEEN(f, f.cycles, sum + 2 + 37 + 1, sum + 2 + 37 + 1);
}

/// 64 accesses, one after another, of a warp or of sixteen to shared memory at lane * `stride`.
static struct figures model_shared(const char *access, unsigned stride, unsigned warps)
{
    char source[SOURCE_BYTES];
    snprintf(source, sizeof source,
             ".kernel k\n.param ptr out\n.shared buffer, 16384, 16\n"
             "S2R R0, SR_TID.X\n"
             "LOP3.LUT R0, R0, 0x1f, RZ, 0xc0, !PT\n"
             "IMAD R0, R0, %u, RZ\n"
             ".for i, 0, 64\n"
             "[B------:R-:W-:-:S01] %s\n"
             ".endfor\n"
             "EXIT\n.endkernel\n",
             stride, access);
    return model(source, 1, warps * WARP, 0, 0);
}

static void test_shared_conflicts(void **state)
{
    (void)state;
    for (unsigned ways = 1; ways <= 32; ways *= 2) {
        struct figures f = model_shared("LDS R4, [R0+buffer]", 4 * ways, 16);
        BETWEEN(f, f.wavefronts / f.requests, ways, ways);
        // The pipe takes a request every second cycle, and a wavefront every cycle.
        double busy = (ways > 2 ? ways : 2) * f.requests;
        BETWEEN(f, f.cycles, busy, 1.1 * busy + 100);
    }
    // By width and pattern: all lanes apart, all at one place, two lanes at each place.
    static const struct {
        const char *access;
        unsigned stride, wavefronts;
    } cases[] = {
        {"LDS R4, [R0+buffer]", 0, 1},      {"LDS.64 R4, [R0+buffer]", 8, 2},
        {"LDS.128 R4, [R0+buffer]", 16, 4}, {"LDS.128 R4, [RZ+buffer]", 16, 1},
        {"STS.64 [R0+buffer], R4", 8, 2},   {"STS.128 [R0+buffer], R4", 16, 4},
        {"STS.128 [RZ+buffer], R4", 16, 4}, {"LDS.64 R4, [R0+buffer]", 128, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct figures f = model_shared(cases[i].access, cases[i].stride, 1);
        BETWEEN(f, f.wavefronts / f.requests, cases[i].wavefronts, cases[i].wavefronts);
    }
}

/// Cycles of one step of a chase: each of 64 loads waits for the one before.
static double chase(const char *load, CUdeviceptr memory)
{
    char source[SOURCE_BYTES];
    double cycles[2];
    for (int more = 0; more < 2; more++) {
        snprintf(source, sizeof source,
                 ".kernel k\n.param ptr out\n.shared buffer, 1024, 16\n"
                 "ULDC.64 UR4, c[0x0][MEMORY_DESCRIPTOR]\n"
                 "ULDC.64 UR6, c[0x0][out]\nMOV R2, UR6\nMOV R3, UR7\n"
                 "MOV R8, buffer\n"
                 "[B------:R-:W0:-:S02] %s\n"
                 ".for i, 1, %d\n"
                 "[B0-----:R-:W0:-:S02] %s\n"
                 ".endfor\n"
                 "[B0-----:R-:W-:-:S05] EXIT\n.endkernel\n",
                 load, more ? 129 : 65, load);
        cycles[more] = model(source, 1, WARP, 0, memory).cycles;
    }
    return (cycles[1] - cycles[0]) / 64;
}

// Published pointer chases: Luo et al. (A100, RTX 4090), a study of the H100 SXM.
static void test_latencies(void **state)
{
    (void)state;
    enum { STEP = 4096, BYTES = 256 * STEP };
    static const struct {
        unsigned sm;
        double shared, l1, l2, dram;
    } published[] = {
        {80, 29, 38, 262, 466},
        {86, 30, 43, 273, 541},
        {89, 30, 43, 273, 541},
        {90, 28.6, 40.2, 259.9, 570.5},
    };
    size_t i = 0;
    while (published[i].sm != sm)
        i++;
    CUdeviceptr memory;
    OK(cu.cuMemAlloc_v2(&memory, BYTES));
    uint64_t *links = malloc(BYTES);
    assert_non_null(links);
    for (unsigned k = 0; k < BYTES / sizeof *links; k++)
        links[k] = memory;
    OK(cu.cuMemcpyHtoD_v2(memory, links, BYTES));
    struct figures none = {0};
    BETWEEN(none, chase("LDS R4, [R8]", memory), published[i].shared - 1, published[i].shared + 1);
    BETWEEN(none, chase("LDG.E.64 R2, desc[UR4][R2.64]", memory), published[i].l1 - 1,
            published[i].l1 + 1);
    BETWEEN(none, chase("LDG.E.64.STRONG.GPU R2, desc[UR4][R2.64]", memory), published[i].l2 - 1,
            published[i].l2 + 1);
    for (unsigned k = 0; k < BYTES / STEP; k++)
        links[k * (STEP / sizeof *links)] = memory + (k + 1) % (BYTES / STEP) * STEP;
    OK(cu.cuMemcpyHtoD_v2(memory, links, BYTES));
    BETWEEN(none, chase("LDG.E.64 R2, desc[UR4][R2.64]", memory), published[i].dram - 1,
            published[i].dram + 1);
    OK(cu.cuMemFree_v2(memory));
    free(links);
}

/// 256 threads copy 16 bytes each, four times, R8 its own place and R6 the one of all CTAs.
static struct figures model_copy(unsigned ctas, const char *load, const char *store,
                                 CUdeviceptr memory)
{
    char source[SOURCE_BYTES];
    snprintf(source, sizeof source,
             ".kernel k\n.param ptr out\n"
             "ULDC.64 UR4, c[0x0][MEMORY_DESCRIPTOR]\n"
             "ULDC.64 UR6, c[0x0][out]\nMOV R2, UR6\nMOV R3, UR7\n"
             "S2R R0, SR_TID.X\nS2R R1, SR_CTAID.X\n"
             "IMAD R4, R1, 0x400, R0\n"
             "IMAD.WIDE.U32 R6, R0, 0x10, R2\n"
             "IMAD.WIDE.U32 R8, R4, 0x10, R2\n"
             ".for i, 0, 4\n%s\n.endfor\n"
             ".for i, 0, 4\n%s\n.endfor\n"
             "EXIT\n.endkernel\n",
             load, store);
    return model(source, ctas, 256, 0, memory);
}

static void test_dram(void **state)
{
    (void)state;
    enum { CTA_BYTES = 4 * 256 * 16 };
    unsigned ctas = 6 * sm_count;
    size_t bytes = (size_t)ctas * CTA_BYTES;
    CUdeviceptr memory;
    OK(cu.cuMemAlloc_v2(&memory, bytes));
    OK(cu.cuMemsetD32_v2(memory, 0, bytes / 4));
    // Read everything once and write it back: each byte moves twice.
    struct figures f = model_copy(ctas, "LDG.E.128 R{16+4*i}, desc[UR4][R8.64+0x1000*i]",
                                  "STG.E.128 desc[UR4][R8.64+0x1000*i], R{16+4*i}", memory);
    double reached = 2 * (double)bytes / (f.cycles / (1e3 * clock_khz)) / memory_bytes_per_second;
    BETWEEN(f, reached, 0.80, 0.92);
    BETWEEN(f, f.dram_kb, 2e-3 * (double)bytes / sm_count - 1, 2e-3 * (double)bytes / sm_count + 1);
    // What all SMs read is fetched once for all of them.
    f = model_copy(ctas, "LDG.E.128 R{16+4*i}, desc[UR4][R6.64+0x1000*i]", "NOP", memory);
    BETWEEN(f, f.dram_kb, 1e-3 * CTA_BYTES / sm_count - 0.1, 1e-3 * CTA_BYTES / sm_count + 0.1);
    OK(cu.cuMemFree_v2(memory));
}

static void test_waves(void **state)
{
    (void)state;
    static const char source[] = ".kernel k\n.param ptr out\n.shared buffer, 4, 4\n"
                                 ".for i, 0, 512\n"
                                 "[B------:R-:W-:-:S02] FFMA R{16+i%64}, R2, R5, R{16+i%64}\n"
                                 ".endfor\n"
                                 "EXIT\n.endkernel\n";
    enum { SHARED = 40 << 10 };
    struct figures one = model(source, 1, 128, SHARED, 0);
    unsigned wave = one.resident * sm_count;
    // 1 KB of shared memory is the system's.
    unsigned have = sm == 80 ? 164 : sm == 90 ? 228 : 100;
    assert_int_equal(one.resident, have / 42);
    struct figures full = model(source, wave, 128, SHARED, 0);
    BETWEEN(full, full.cycles, full.wave, full.wave);
    for (unsigned waves = 2; waves <= 4; waves++) {
        struct figures f = model(source, waves * wave, 128, SHARED, 0);
        BETWEEN(f, f.cycles, waves * full.cycles, waves * full.cycles);
        f = model(source, waves * wave + 1, 128, SHARED, 0);
        BETWEEN(f, f.cycles, waves * full.cycles + one.cycles, waves * full.cycles + one.cycles);
    }
}

// Half of the warps are late; the others wait at the barrier, or at one of their own.
static void test_barriers(void **state)
{
    (void)state;
    enum { LATE = 1000 };
    static const char format[] = ".kernel k\n.param ptr out\n"
                                 "S2R R0, SR_TID.X\n"
                                 "ISETP.LT.U32.AND P0, PT, R0, 0x40, PT\n"
                                 "@P0 BRA early\n"
                                 ".for i, 0, 100\n"
                                 "[B------:R-:W-:-:S10] MOV R2, RZ\n"
                                 ".endfor\n"
                                 "BAR.SYNC %s\n"
                                 "EXIT\n"
                                 "early:\n"
                                 "BAR.SYNC 0x0%s\n"
                                 ".for i, 0, 100\n"
                                 "[B------:R-:W-:-:S10] MOV R2, RZ\n"
                                 ".endfor\n"
                                 "EXIT\n.endkernel\n";
    char source[SOURCE_BYTES];
    snprintf(source, sizeof source, format, "0x0", "");
    struct figures f = model(source, 1, 128, 0, 0);
    BETWEEN(f, f.cycles, 2 * LATE, 2 * LATE + 200);
    snprintf(source, sizeof source, format, "0x1, 0x40", ", 0x40");
    f = model(source, 1, 128, 0, 0);
    BETWEEN(f, f.cycles, LATE, LATE + 200);
}

// The inner loop of maxas' SGEMM: 8 x 8 sums per thread, factors loaded one step ahead by four
// LDS.128, the zigzag order in which each FFMA takes one factor from the reuse cache. Where an FFMA
// takes a slot and the pipe's turn with it, 64 of 68 slots are the ceiling; on sm_80 there is none.
static void test_sgemm(void **state)
{
    (void)state;
    static const char source[] =
        ".kernel k\n.param ptr out\n.shared a, 8192, 16\n.shared b, 8192, 16\n"
        "MOV R0, RZ\nS2R R3, SR_TID.X\n"
        "LOP3.LUT R1, R3, 0x7, RZ, 0xc0, !PT\nIMAD R1, R1, 0x10, RZ\n"
        "SHF.R.U32.HI R2, RZ, 0x3, R3\nLOP3.LUT R2, R2, 0x3, RZ, 0xc0, !PT\n"
        "IMAD R2, R2, 0x10, RZ\n"
        "loop:\n"
        ".for k, 0, 8\n.set now, k%2*8\n.set next, 8-now\n"
        ".for i, 0, 8\n.for step, 0, 8\n"
        ".set j, i%2 ? 7-step : step\n.set c, 64+8*i+(j^1)\n"
        ".if step == 7\n"
        "[B------:R-:W-:-:S01] FFMA R{c}, R{32+now+i}, R{16+now+j}.reuse, R{c}\n"
        ".elif i+step == 0\n"
        "[B0-----:R-:W-:-:S01] FFMA R{c}, R{32+now+i}.reuse, R{16+now+j}, R{c}\n"
        ".else\n"
        "[B------:R-:W-:-:S01] FFMA R{c}, R{32+now+i}.reuse, R{16+now+j}, R{c}\n"
        ".endif\n"
        ".if step == 3 && i < 2\n"
        "[B------:R-:W0:-:S01] LDS.128 R{32+next+4*i}, [R1+a+k*0x400+i*0x80]\n"
        ".elif step == 3 && i < 4\n"
        "[B------:R-:W0:-:S01] LDS.128 R{16+next+4*i-8}, [R2+b+k*0x400+i*0x80]\n"
        ".endif\n"
        ".endfor\n.endfor\n.endfor\n"
        "[B------:R-:W-:-:S04] IADD3 R0, R0, 0x1, RZ\n"
        "[B------:R-:W-:Y:S13] ISETP.LT.U32.AND P0, PT, R0, 0x20, PT\n"
        "[B------:R-:W-:-:S05] @P0 BRA loop\n"
        "EXIT\n.endkernel\n";
    struct figures f = model(source, 1, 256, 0, 0);
    double ceiling = sm == 80 ? 50 : 100.0 * 64 / 68;
    BETWEEN(f, f.fma, 0.97 * ceiling, ceiling);
}

static int attribute(CUdevice_attribute which)
{
    int value = 0;
    cu.cuDeviceGetAttribute(&value, which, 0);
    return value;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ffma_ceiling),
        cmocka_unit_test(test_register_banks),
        cmocka_unit_test(test_pipes),
        cmocka_unit_test(test_stalls),
        cmocka_unit_test(test_shared_conflicts),
        cmocka_unit_test(test_latencies),
        cmocka_unit_test(test_dram),
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_sgemm),
    };
    emu_open();
    emu_context();
    sm = (unsigned)(10 * attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
                    attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    sm_count = (unsigned)attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    clock_khz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    memory_bytes_per_second = 2e3 * attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) *
                              attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
