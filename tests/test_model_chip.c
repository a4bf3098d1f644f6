// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Rates of the cycle model against the peaks of NVIDIA's white papers and datasheets, and against
// the throughput table of the programming guide.
#include "emulator/model/chip.h"
#include "sass/asm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned interval_of(unsigned sm, const char *text)
{
    char source[256], error[SASS_ASM_ERROR_TEXT];
    struct sass_asm_options options = {.sm = sm};
    struct sass_inst inst;
    snprintf(source, sizeof source, ".kernel k\n[B------:R-:W-:-:S04] %s\nEXIT\n.endkernel\n",
             text);
    struct sass_program *program = sass_assemble("k", source, strlen(source), &options, error);
    if (!program)
        fail_msg("%s", error);
    assert_true(sass_decode(sm, program->kernels[0].code[0], &inst));
    sass_program_free(program);
    struct device device = {.sm = sm, .sm_count = 1, .clock_khz = 1000000};
    struct chip chip = chip_of(&device, 0, 1);
    return pipe_interval(&chip, &inst);
}

static void test_tensor_peaks(void **state)
{
    (void)state;
    static const struct {
        unsigned sm, sm_count;
        double ghz, peak; ///< TFLOP/s or TOP/s, dense
        double macs;      ///< of a warp
        const char *text;
    } cases[] = {
        {80, 108, 1.41, 312, 16 * 8 * 16, "HMMA.16816.F32 R4, R8, R12, R4"},
        {80, 108, 1.41, 312, 16 * 8 * 16, "HMMA.16816.F16 R4, R8, R12, R4"},
        {80, 108, 1.41, 312, 16 * 8 * 8, "HMMA.1688.F32.BF16 R4, R8, R12, R4"},
        {80, 108, 1.41, 156, 16 * 8 * 8, "HMMA.1688.F32.TF32 R4, R8, R12, R4"},
        {80, 108, 1.41, 624, 16 * 8 * 32, "IMMA.16832.S8.S8 R4, R8.ROW, R12.COL, R4"},
        {80, 108, 1.41, 1248, 16 * 8 * 64, "IMMA.16864.S4.S4 R4, R8.ROW, R12.COL, R4"},
        {80, 108, 1.41, 19.5, 8 * 8 * 4, "DMMA.884 R4, R8, R12, R4"},
        {86, 82, 1.695, 71, 16 * 8 * 16, "HMMA.16816.F32 R4, R8, R12, R4"},
        {86, 82, 1.695, 142, 16 * 8 * 16, "HMMA.16816.F16 R4, R8, R12, R4"},
        {86, 82, 1.695, 35.6, 16 * 8 * 8, "HMMA.1688.F32.TF32 R4, R8, R12, R4"},
        {86, 82, 1.695, 284, 16 * 8 * 32, "IMMA.16832.S8.S8 R4, R8.ROW, R12.COL, R4"},
        {89, 128, 2.52, 165.2, 16 * 8 * 16, "HMMA.16816.F32 R4, R8, R12, R4"},
        {89, 128, 2.52, 330.3, 16 * 8 * 16, "HMMA.16816.F16 R4, R8, R12, R4"},
        {89, 128, 2.52, 330.3, 16 * 8 * 32, "QMMA.16832.F32.E4M3.E4M3 R4, R8.ROW, R12.COL, R4"},
        {90, 132, 1.83, 989, 16 * 128 * 16, "HGMMA.64x128x16.F32 R24, R4, gdesc[UR4], R24"},
        {90, 132, 1.83, 494.7, 16 * 128 * 8, "HGMMA.64x128x8.F32.TF32 R24, R4, gdesc[UR4], R24"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double tops = 2e-3 * cases[i].macs / interval_of(cases[i].sm, cases[i].text) * SUBCORES *
                      cases[i].sm_count * cases[i].ghz;
        if (tops < 0.98 * cases[i].peak || tops > 1.02 * cases[i].peak)
            fail_msg("sm_%u %s: %g, the published peak is %g", cases[i].sm, cases[i].text, tops,
                     cases[i].peak);
    }
    // Half the work of the dense one, and mma.sync at 62 % of HGMMA (Luo et al.).
    assert_int_equal(interval_of(80, "HMMA.SP.16832.F32 R4, R8, R12, R4, R20, 0x0"),
                     interval_of(80, "HMMA.16816.F32 R4, R8, R12, R4"));
    assert_int_equal(interval_of(90, "HMMA.16816.F32 R4, R8, R12, R4"), 6);
}

// Results per cycle and SM are 4 sub-cores x 32 lanes over these, two sub-pipes of FP32 apart.
static void test_throughput_table(void **state)
{
    (void)state;
    static const unsigned sms[] = {80, 86, 89, 90};
    static const struct {
        const char *text;
        unsigned cycles[4];
    } cases[] = {
        {"IADD3 R4, R5, R6, R7", {2, 2, 2, 2}},     {"IMAD R4, R5, R6, R7", {2, 2, 2, 2}},
        {"MUFU.RCP R4, R5", {8, 8, 8, 8}},          {"POPC R4, R5", {8, 8, 8, 8}},
        {"HFMA2 R4, R5, R6, R7", {1, 2, 2, 1}},     {"DFMA R4, R6, R8, R10", {4, 64, 64, 2}},
        {"IMAD.WIDE R4, R6, R7, R8", {4, 4, 4, 4}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t k = 0; k < sizeof sms / sizeof sms[0]; k++)
            assert_int_equal(interval_of(sms[k], cases[i].text), cases[i].cycles[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tensor_peaks),
        cmocka_unit_test(test_throughput_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
