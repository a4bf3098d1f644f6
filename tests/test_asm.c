// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The assembler's language: what a source becomes, and where and how a mistake is reported.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sass/asm.h"
#include "sass/dis.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char error[SASS_ASM_ERROR_TEXT];

static struct sass_program *assemble_for(unsigned sm, const char *text)
{
    const struct sass_asm_options options = {.sm = sm};
    return sass_assemble("t.sass", text, strlen(text), &options, error);
}

// The text of all instructions of a source, one per line, as the disassembler prints them.
static char *listing(unsigned sm, const char *text)
{
    struct sass_program *program = assemble_for(sm, text);
    char *out, line[256];
    size_t size;
    if (!program)
        fail_msg("%s", error);
    FILE *stream = open_memstream(&out, &size);
    for (size_t i = 0; i < program->kernels[0].words; i++) {
        struct sass_inst inst;
        assert_true(sass_decode(sm, program->kernels[0].code[i], &inst));
        sass_print(&inst, i * SASS_WORD_BYTES, line, sizeof line);
        fprintf(stream, "%s\n", line);
    }
    fclose(stream);
    sass_program_free(program);
    return out;
}

static void expect_listing(unsigned sm, const char *text, const char *expected)
{
    char *found = listing(sm, text);
    assert_string_equal(found, expected);
    free(found);
}

#define C "[B------:R-:W-:-:S01] "
#define KERNEL(body) ".kernel k\n" body C "NOP\n.endkernel\n"

static void loops_conditions_and_expressions(void **state)
{
    (void)state;
    expect_listing(90,
                   KERNEL(".reg v[8], R4\n.set N, 3\n"
                          ".for i, 0, N\n"
                          ".if i == 1\n" C "MOV v[i], 0x10 + i*2\n"
                          ".elif i > 1 && i != 7\n" C "MOV v[i], (i << 4) | 1\n"
                          ".else\n" C "MOV v[i], -1\n.endif\n.endfor\n"
                          ".for j, 6, 0, -3\n" C "MOV R{j}, ~j ? j % 4 : 0\n.endfor\n"),
                   "MOV R4, 0xffffffff\nMOV R5, 0x12\nMOV R6, 0x21\nMOV R6, 0x2\nMOV R3, 0x3\n"
                   "NOP\n");
}

static void macros_and_local_labels(void **state)
{
    (void)state;
    expect_listing(
        80,
        ".macro SPIN r, times\n" C "MOV r, times\n"
        "$again:\n" C "IADD3 r, r, -0x1, RZ\n" C "ISETP.GT.AND P0, PT, r, RZ, PT\n" C
        "@P0 BRA $again\n.endmacro\n" KERNEL(".reg x[2], R8\nSPIN R1, 5\nSPIN x[1], (2 + 3)*4\n"),
        "MOV R1, 0x5\nIADD3 R1, R1, -0x1, RZ\nISETP.GT.AND P0, PT, R1, RZ, PT\n"
        "@P0 BRA 0x10\nMOV R9, 0x14\nIADD3 R9, R9, -0x1, RZ\n"
        "ISETP.GT.AND P0, PT, R9, RZ, PT\n@P0 BRA 0x50\nNOP\n");
}

static void operands_of_every_kind(void **state)
{
    (void)state;
    expect_listing(
        86,
        KERNEL(C "FFMA.FTZ.RM.SAT R0, -R1.reuse, R2, -R3\n" C "FADD R0, |R1|, -|R2| ;\n" C
                 "S2R R0, SR_CTAID.Y\n" C "CS2R R2, SRZ\n" C "@!UP2 ULDC.64 UR4, c[0x0][0x118]\n" C
                 "IADD3 R4, P1, R5, -0x10, -R6\n" C "LOP3.LUT R4, R5, 7, RZ, 0xc0, !PT\n" C
                 "SHF.R.U64 R4, R6, UR4, R7\n" C "STG.E.128 desc[UR4][R2.64-16], R8\n" C
                 "FADD R0, R1, -0\n" C "IADD3.X R0, R1, ~R2, R3, P0, P1\n" C
                 "MOV R0, c[0x3][0xf9fc]\n" C "MOV R0, c[0x3][-0x604]\n"),
        "FFMA.FTZ.RM.SAT R0, -R1.reuse, R2, -R3\nFADD R0, |R1|, -|R2|\n"
        "S2R R0, SR_CTAID.Y\nCS2R R2, SRZ\n@!UP2 ULDC.64 UR4, c[0x0][0x118]\n"
        "IADD3 R4, P1, R5, -0x10, -R6\nLOP3.LUT R4, R5, 0x7, RZ, 0xc0, !PT\n"
        "SHF.R.U64 R4, R6, UR4, R7\nSTG.E.128 desc[UR4][R2.64+-0x10], R8\n"
        "FADD R0, R1, -0.0\nIADD3.X R0, R1, ~R2, R3, P0, P1\n"
        "MOV R0, c[0x3][-0x604]\nMOV R0, c[0x3][-0x604]\nNOP\n");
}

// Dimensions are names though they begin with a digit; what is left out has its default.
static void textures_and_surfaces(void **state)
{
    (void)state;
    static const char text[] =
        C "TEX.SCR.LL R2, R4, R6, R8, 0x0, 0x58, 2D, 0x7\n" C
          "TEX.B.LB.LC.DC P1, R2, R4, R8, R12, ARRAY_2D\n" C
          "TLD.SCR.LZ RZ, R5, R8, UR4, 0x1, 1D, 0x1\n" C "TLD4.SCR.B.B.AOFFI R2, R4, R6, R8, 2D\n" C
          "TXQ RZ, R4, RZ, TEX_HEADER_DIMENSION, 0x0, 0x58, 0xf\n" C
          "SULD.D.BA.2D_ARRAY.128.TRAP R4, [R8], 0x1, 0x2, 0x3\n" C "SUST.P.1D.RG [R2], R4, R6\n" C
          "MOV R1, R2, 0x3\n" C "FSWZADD.FTZ R0, R1, R2, NPPPZPPN\n";
    char source[2048], expected[2048], *to = expected;
    snprintf(source, sizeof source, KERNEL("%s"), text);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        const char *start = line + strlen(C), *end = strchr(line, '\n');
        to += sprintf(to, "%.*s\n", (int)(end - start), start);
    }
    strcpy(to, "NOP\n");
    expect_listing(80, source, expected);
    expect_listing(90, source, expected);
    const struct {
        const char *text, *message;
    } wrong[] = {
        {KERNEL(C "TEX.LZ R2, R4, R6, R8, 0x0, 0x58, 4D\n"), "digit"},
        {KERNEL(C "TEX.LL R2, R4, R7, R8, 0x0, 0x58, 2D\n"), "even"},
        {KERNEL(C "TLD.LZ R2, R4, R6, R8, 0x0, 0x58, CUBE\n"), "a name was expected"},
        {KERNEL(C "SUST.D.3D [R2], R4, R6\n"), "multiple of 4"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_null(assemble_for(80, wrong[i].text));
        if (!strstr(error, wrong[i].message))
            fail_msg("'%s' was expected in '%s'", wrong[i].message, error);
    }
}

static void parameters_and_shared_memory(void **state)
{
    (void)state;
    const char *text =
        ".kernel k\n.threads 8*8, 2\n.param u8 a\n.param ptr b, c\n.param f32 d\n"
        ".param 12 e @ 40\n.shared s, 100\n.shared t, 4*4, 64\n" C "ULDC.64 UR4, c[0x0][b]\n" C
        "ULDC UR6, c[0x0][e + 8]\n" C "LDS R0, [R1 + t - 4]\n" C "STS.64 [s], R2\n" C
        "BAR.SYNC.DEFER_BLOCKING 0x3\n" C "S2R R20, SR_CTAID.Z\n.endkernel\n";
    struct sass_program *program = assemble_for(80, text);
    if (!program)
        fail_msg("%s", error);
    const struct cubin_kernel *kernel = &program->kernels[0];
    assert_int_equal(kernel->max_threads[0], 64);
    assert_int_equal(kernel->max_threads[1], 2);
    assert_int_equal(kernel->max_threads[2], 1);
    assert_int_equal(kernel->param_count, 5);
    static const unsigned offsets[] = {0, 8, 16, 24, 40}, sizes[] = {1, 8, 8, 4, 12};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(kernel->params[i].offset, offsets[i]);
        assert_int_equal(kernel->params[i].size, sizes[i]);
    }
    assert_int_equal(kernel->param_bytes, 52);
    assert_int_equal(kernel->shared_bytes, 144);
    assert_int_equal(kernel->barriers, 4);
    assert_int_equal(kernel->registers, 20 + 1 + 2);
    assert_true(kernel->ctaid_z_used);
    sass_program_free(program);
    expect_listing(80, text,
                   "ULDC.64 UR4, c[0x0][0x168]\nULDC UR6, c[0x0][0x190]\nLDS R0, [R1+0x7c]\n"
                   "STS.64 [RZ], R2\nBAR.SYNC.DEFER_BLOCKING 0x3\nS2R R20, SR_CTAID.Z\n");
    expect_listing(90, text,
                   "ULDC.64 UR4, c[0x0][0x218]\nULDC UR6, c[0x0][0x240]\nLDS R0, [R1+0x47c]\n"
                   "STS.64 [0x400], R2\nBAR.SYNC.DEFER_BLOCKING 0x3\nS2R R20, SR_CTAID.Z\n");
}

// A loop that ends at the largest number ends.
static void loops_at_the_end_of_the_range(void **state)
{
    (void)state;
    expect_listing(90,
                   KERNEL(".for i, 0x7ffffffffffffffd, 0x7fffffffffffffff, 2\n" C
                          "MOV R0, i & 0xf\n.endfor\n"),
                   "MOV R0, 0xd\nNOP\n");
}

static void several_kernels_keep_their_names_apart(void **state)
{
    (void)state;
    struct sass_program *program =
        assemble_for(80, KERNEL(".reg v, R9\n.param u32 n\nloop:\n") ".kernel l\n.reg v, R3\n"
                                                                     ".param ptr n\nloop:\n" C
                                                                     "MOV v, 1\n.endkernel\n");
    if (!program)
        fail_msg("%s", error);
    assert_int_equal(program->count, 2);
    assert_string_equal(program->kernels[1].name, "l");
    assert_int_equal(program->kernels[1].params[0].size, 8);
    sass_program_free(program);
}

static void control_codes_are_kept(void **state)
{
    (void)state;
    struct sass_program *program =
        assemble_for(80, ".kernel k\n[B0--3-5:R1:W4:Y:S13] LDS R0, [R1]\n"
                         "[B------:R-:W-:-:S11] NOP\n.endkernel\n");
    if (!program)
        fail_msg("%s", error);
    char text[24];
    struct sass_inst inst;
    assert_true(sass_decode(80, program->kernels[0].code[0], &inst));
    sass_print_control(&inst.control, text);
    assert_string_equal(text, "[B0--3-5:R1:W4:Y:S13]");
    assert_true(sass_decode(80, program->kernels[0].code[1], &inst));
    sass_print_control(&inst.control, text);
    assert_string_equal(text, "[B------:R-:W-:-:S11]");
    sass_program_free(program);
}

// Every mistake: the place (line:column) and a part of the text that is reported.
static void mistakes_are_reported_in_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *place, *message;
    } cases[] = {
        {".kernel k\n[B------:R-:W-:-:S1] NOP\n.endkernel\n", "2:1", "has 20 characters"},
        {".kernel k\n[B-0----:R-:W-:-:S01] NOP\n.endkernel\n", "2:4", "'-' or '1' was expected"},
        {".kernel k\n[B------:R6:W-:-:S01] NOP\n.endkernel\n", "2:11", "a barrier 0 to 5"},
        {".kernel k\n[B------:R-:W-:X:S01] NOP\n.endkernel\n", "2:16", "'Y' or '-'"},
        {".kernel k\n[B------:R-:W-:Y:S16] NOP\n.endkernel\n", "2:1", "above 15"},
        {".kernel k\n[B------:R-:W-:-:S12] NOP\n.endkernel\n", "2:23", "needs the yield flag"},
        {".kernel k\n[B------:R-:W0:-:S01] NOP\n.endkernel\n", "2:23", "sets a write barrier"},
        {KERNEL(C "FFMAX R0, R1, R2, R3\n"), "2:23", "unknown instruction 'FFMAX'; 'FFMA' is"},
        {KERNEL(C "FMFA.RM R0, R1, R2, R3\n"), "2:23", "unknown instruction 'FMFA'; 'FFMA' is"},
        {KERNEL(C "WHATEVER R0, R1\n"), "2:23", "unknown instruction 'WHATEVER'"},
        {KERNEL(C "FFMA.FOO R0, R1, R2, R3\n"), "2:23", "'.FOO' is no modifier"},
        {KERNEL(C "LDG.E.129 R0, desc[UR4][R2.64]\n"), "2:23",
         "'.129' is no modifier of 'LDG' at this place; '.128' is"},
        {KERNEL(C "IMAD.WIDEE.U32 R0, R1, R2, R4\n"), "2:23", "'.WIDE' is the nearest"},
        {KERNEL(C "FFMA.RM.FTZ R0, R1, R2, R3\n"), "2:23", "nvdisasm's order was expected"},
        {KERNEL(C "HADD2 R0, R1.H0_H2, R2\n"), "2:35",
         "'.H0_H2' is no modifier of operand 2; '.H0_H0' is the nearest"},
        {KERNEL(C "MOV R0, R1.H1\n"), "2:33", "'.H1' is no modifier of operand 2"},
        {KERNEL(C "ISETP.GE P0, PT, R1, R2, PT\n"), "2:23", "lacks a modifier"},
        {KERNEL(C "FFMA R0, R1, R2\n"), "2:38", "operand 4: a register was expected"},
        {KERNEL(C "FFMA R0, R1, R2, P3\n"), "2:40", "operand 4: a register was expected"},
        {KERNEL(C "FFMA R0, R1, R2, R3, R4\n"), "2:44", "the end of the instruction"},
        {KERNEL(C "FFMA R0 R1, R2, R3\n"), "2:31", "',' expected"},
        {KERNEL(C "FFMA R255, R1, R2, R3\n"), "2:28", "operand 1"},
        {KERNEL(C "MOV R0, 0x100000000\n"), "2:31", "-2147483648 to 4294967295 were expected"},
        {KERNEL(C "MOV R0, 9a\n"), "2:31", "'a' is not a digit"},
        {KERNEL(C "MOV R0, 010\n"), "2:31", "'010' may be meant as octal"},
        {KERNEL(C "MOV R0, 08\n"), "2:31", "'08' may be meant as octal"},
        {KERNEL(C "LDS.128 R2, [R0]\n"), "2:31", "multiple of 4"},
        {KERNEL(C "LDS R2, [R0 + 0x800000]\n"), "2:31", "-8388608 to 8388607 were expected"},
        {KERNEL(C "LDG.E R2, desc[UR4][R0]\n"), "2:33", "[Rx.64+offset]"},
        {KERNEL(C "LDG.E R2, [R0.64]\n"), "2:33", "an address desc"},
        {KERNEL(C "LDG.E R2, desc[UR4][R1.64]\n"), "2:33", "even register"},
        {KERNEL(C "BRA nowhere\n"), "2:27", "label"},
        {KERNEL(C "MOV R0, foo\n"), "2:31", "operand 2"},
        {KERNEL(C "MOV R0, foo + 1\n"), "2:35", "',' expected"},
        {KERNEL(C "MOV R0, 1/(2-2)\n"), "2:32", "division by zero"},
        {KERNEL(C "MOV R0, 1 << 64\n"), "2:33", "shift count 64"},
        {KERNEL(C "@R0 NOP\n"), "2:24", "a predicate was expected"},
        {KERNEL(C "@UP0 NOP\n"), "2:28", "is a predicate"},
        {KERNEL(C "MOV R0, `\n"), "2:31", "unexpected character"},
        {KERNEL(C "S2R R0, SR_NONE\n"), "2:31", "unknown special register"},
        {KERNEL(C "S2R R0, SR_TID.W\n"), "2:31", "'SR_TID.X' is the nearest"},
        {KERNEL("a:\na:\n"), "3:1", "is there already"},
        {KERNEL(".reg v[4], R2\n" C "MOV v[4], RZ\n"), "3:27", "outside the array"},
        {KERNEL(".reg v[4], R250\n"), "2:12", "run past the last"},
        {KERNEL(".reg v, X2\n"), "2:9", "a register such as"},
        {KERNEL(".param u33 v\n"), "2:8", "a type"},
        {KERNEL(".param u32 v, u33 w\n"), "2:15", "a type"},
        {KERNEL(".param u32 v w\n"), "2:14", "',' expected"},
        {KERNEL(".param 4097 v\n"), "2:8", "4097 bytes: 1 to 4096 were expected"},
        {KERNEL(".param 4096 v, u32 w\n"), "2:20", "at most 4096 bytes of parameters"},
        {KERNEL(".param u32 v @ 4\n.param u32 w @ 4\n"), "3:12", "lies in the parameter before"},
        {KERNEL(".shared s, 0\n"), "2:12", "0 bytes"},
        {KERNEL(".shared s, 16, 3\n"), "2:16", "power of two"},
        {KERNEL(".shared s, 49152\n.shared t, 1\n"), "3:12", "49152 bytes of static shared"},
        {KERNEL(".dynamic_shared d\n.dynamic_shared e\n"), "3:2", "has a name already, in line 2"},
        {KERNEL(".dynamic_shared d\n.shared s, 4\n"), "3:2", "expected before line 2"},
        {KERNEL(".dynamic_shared d, 48\n"), "2:20", "power of two"},
        {KERNEL(".threads 1025\n"), "2:10", "1025 threads in x: 1 to 1024"},
        {KERNEL(".threads 1, 1, 128\n"), "2:16", "128 threads in z: 1 to 64"},
        {KERNEL(".threads 64, 32\n"), "2:14", "2048 threads in a CTA: 1 to 1024"},
        {KERNEL(".for i, 0, 2\n"), "2:1", "'.for' without '.endfor'"},
        {KERNEL(".endif\n"), "2:1", "'.endif' without '.if'"},
        {KERNEL(".else\n"), "2:1", "'.else' without '.if'"},
        {KERNEL(".for i, 0, 2, 0\n.endfor\n"), "2:6", "step of a loop"},
        {KERNEL(".for i, 0, 1 << 40\n.endfor\n"), "2:6", "more than 1048576 rounds"},
        {KERNEL(".nonsense\n"), "2:1", "unknown directive '.nonsense'"},
        {KERNEL(".shard s, 4\n"), "2:1", "unknown directive '.shard'; '.shared' is the nearest"},
        {KERNEL(".1\n"), "2:1", "a directive was expected after '.', found '1'"},
        {KERNEL(".assert 1 == 2, \"one is not two\"\n"), "2:2", "one is not two"},
        {KERNEL(".include \"nowhere.sass\"\n"), "2:10", "cannot open the include file"},
        {".macro M a\nM a\n.endmacro\n" KERNEL("M 1\n"), "2:1", "nested more than 64"},
        {".macro M a, b\n.endmacro\n" KERNEL("M 1\n"), "4:1", "takes 2 arguments, found 1"},
        {".macro M a\n" C "MOV a, 1\n.endmacro\n" KERNEL("M P0\n"), "5:3", "called at t.sass:5"},
        {".kernel k\n.kernel l\n", "2:2", "is still open"},
        {".kernel k\n.endkernel\n", "2:2", "has no instructions"},
        {".kernel k\n" C "NOP\n", "1:9", "never closed"},
        {KERNEL("") KERNEL(""), "4:9", "is there already"},
        {C "NOP\n", "1:1", "between .kernel and .endkernel"},
        {"/* open\n\n", "1:1", "never closed"},
        {"", "1:1", "no .kernel"},
        {KERNEL(".if 1\n.else\n.else\n.endif\n"), "4:1", "'.else' was there already"},
        {KERNEL(".if 0\n.else\n.elif 1\n.endif\n"), "4:1", "'.else' was there already"},
        {KERNEL(".set SM, 80\n"), "2:6", "fixed by the architecture"},
        {KERNEL(".param u32 a @ 3\n"), "2:12", "not aligned"},
        {KERNEL(".shared s, 49153\n"), "2:12", "1 to 49152 were expected"},
        {".kernel k\n" C "BRA out\nout:\n.endkernel\n", "2:27", "behind the last instruction"},
        {KERNEL(C "BRA 0x4\n"), "2:27", "0x4 is not at an instruction"},
        {KERNEL(C "BRA 0x20\n"), "2:27", "0x20 is outside the kernel: 0x0 to 0x10 were expected"},
        {KERNEL(C "BRA -16\n"), "2:27", "-0x10 is outside the kernel"},
        {KERNEL(".reg R4, R5\n"), "2:6", "'R4' is the name of a register"},
        {KERNEL(".reg UP, R5\n"), "2:6", "'UP' is the name of a register"},
        {KERNEL(".reg c[2], R4\n"), "2:6", "'c[...]' is an operand"},
        {".macro FADD\n.endmacro\n" KERNEL(""), "1:8", "'FADD' is the name of an instruction"},
        {".macro M R4\n.endmacro\n" KERNEL(""), "1:10", "'R4' is the name of a register"},
        {".set RZ, 1\n" KERNEL(""), "1:6", "'RZ' is the name of a register"},
        {".set SR_TID, 1\n" KERNEL(""), "1:6", "'SR_TID' is the name of a special register"},
        {".set SB0, 1\n" KERNEL(""), "1:6", "'SB0' is the name of a barrier"},
        {KERNEL(".param u32 u32\n"), "2:12", "'u32' is the name of a type"},
        {KERNEL(".param u32 x\n.set x, 1\n"), "3:6", "place of a parameter"},
        {KERNEL("x:\n.set x, 1\n"), "3:6", "taken already, by a label"},
        {KERNEL(".set x, 1\nx:\n"), "3:1", "taken already, by an integer"},
        {KERNEL("EXIT:\n"), "2:1", "'EXIT' is the name of an instruction"},
        {KERNEL(".reg x, R5\n.for x, 0, 1\n.endfor\n"), "3:6", "taken already, by a register"},
        {KERNEL(".for i, 0, 1 << 20\n.for j, 0, 1 << 20\n.endfor\n.endfor\n"), "3:6", "more than"},
        {".macro M\n.for i, 0, 1 << 19\n.set x, i\n.set y, i\n.endfor\n.endmacro\n" KERNEL(
             ".for k, 0, 100\nM\n.endfor\n"),
         "4:1", "more than 8388608 statements"},
        {KERNEL(C "MOV R253, RZ\n"), "2:23", "R252 is the highest"},
        {KERNEL(C "IADD3 R0, R1, ~R2, R3\n"), "2:37", "operand 3 has no '~' in this instruction"},
        {KERNEL(C "IMAD R0, R1, R2, ~R3\n"), "2:40", "'-' was expected"},
        {KERNEL(C "FADD R0, ~|R1|, R2\n"), "2:32", "operand 2 has no '~'"},
        {KERNEL(C "FFMA R0, R1, ~c[0x0][0x160], R2\n"), "2:36", "operand 3 has no '~'"},
        {KERNEL(C "IADD3.X R0, R1, -R2, R3, P0, P1\n"), "2:39", "'~' was expected"},
        {KERNEL(C "MOV R0, UR63\n"), "2:31", "there are UR0 to UR62 and URZ"},
        {KERNEL(C "ISETP.EQ.AND P7, PT, R1, R2, PT\n"), "2:36", "P0 to P6 and PT"},
        {KERNEL(C "MOV R0, foo\n"), "2:31", "'foo', which is not defined here"},
        {KERNEL(C "MOV R0, \"x\"\n"), "2:31", "found the text \"x\""},
        {KERNEL(C "DEPBAR.LE SB6, 0x1\n"), "2:33", "SB0 to SB5"},
        {KERNEL(C "FADD R0, R1, 1e999\n"), "2:36", "'1e999' is out of the range of a double"},
        {KERNEL(C "FADD R0, R1, 1e39\n"), "2:36", "1e+39 is too large"},
        {KERNEL(C "FADD R0, R1, -1e-50\n"), "2:36", "1e-50 is too small"},
        {KERNEL(C "HADD2 R0, R1, 65520, 1\n"), "2:37", "65520 is too large"},
        {KERNEL(C "FADD R0, R1, 16777217\n"), "2:36", "16777216 is the nearest"},
        {KERNEL(C "DADD R0, R2, 2097153\n"), "2:36", "2097152 is the nearest"},
        {KERNEL(C "SEL R4, R4, R18, -P0\n"), "2:40", "inverted with '!'"},
        {KERNEL(C "FADD R0, !R1, R2\n"), "2:32", "inverted with '!'"},
        {KERNEL(C "FADD R0, R1.reuse.reuse, R2\n"), "2:41", "'.reuse' is there already"},
        {KERNEL(C "BSYNC B1.64\n"), "2:29", "a convergence barrier"},
        {KERNEL(C "@!UPT FADD R0, R1, R2\n"), "2:29", "the guard of 'FADD' is a predicate"},
        {KERNEL(C "@P0.reuse FADD R0, R1, R2\n"), "2:24", "a predicate was expected"},
        {KERNEL(C "LDC.U8 R3, c[0x3][R3].FTZ\n"), "2:44", "'.FTZ' is no modifier"},
        {KERNEL(C "IMAD.SHL.U32 R1, R2, 3, RZ\n"), "2:23", "is a 'IMAD.U32'"},
        {KERNEL(C "@P0 IMAD.MOV.U32 R3, R4, R5, R6\n"), "2:27", "is a 'IMAD.U32'"},
        {KERNEL(C "LDS R4, [UR4+0xffffff]\n"), "2:31", "-8388608 to 8388607 were expected"},
        {KERNEL(".set ONE, 0x3f800000\n" C "FADD R0, R1, ONE\n"), "3:36", "not a name"},
        {KERNEL(C "FADD R0, R1, -0x3f800000\n"), "2:36", "not a name or an expression"},
        {KERNEL(".threads 32\n.threads 64\n"), "3:2", "launch bound already"},
        {KERNEL(".for i, 0, 3\n.set i, 5\n.endfor\n"), "3:6", "counted by its .for"},
        {KERNEL(".macro m a, a\n.endmacro\n"), "2:13", "'a' is there already"},
        {KERNEL(".macro m a\nNOP\nm a+a\n.endmacro\nm 1\n"), "4:1", "at most 4096 were expected"},
        {KERNEL(".free zz\n"), "2:7", "found 'zz'"},
        {KERNEL(".param -4 a\n"), "2:8", "found '-'"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char place[64];
        struct sass_program *program = assemble_for(90, cases[i].text);
        snprintf(place, sizeof place, "t.sass:%s: error: ", cases[i].place);
        if (program || strncmp(error, place, strlen(place)) != 0 ||
            !strstr(error, cases[i].message)) {
            wrong++;
            print_error("case %zu: \"%s\" at %s was expected, found: %s\n%s", i, cases[i].message,
                        cases[i].place, program ? "no error" : error, cases[i].text);
        }
        sass_program_free(program);
    }
    assert_int_equal(wrong, 0);
}

// Forms that another architecture has are named as such.
static void other_architectures_are_named(void **state)
{
    (void)state;
    static const struct {
        unsigned sm;
        const char *text, *message;
    } cases[] = {
        {80, KERNEL(C "ELECT P0, UR4, PT\n"),
         "'ELECT' does not exist on sm_80 in this form: it is an instruction of sm_90"},
        {90, KERNEL(C "LDG.E R2, [R0.64+UR4], P7\n"), "operand"},
        {86, KERNEL(C "WARPGROUP.ARRIVE\n"), "it is an instruction of sm_90"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sass_program *program = assemble_for(cases[i].sm, cases[i].text);
        if (program || !strstr(error, cases[i].message))
            fail_msg("case %zu: \"%s\" was expected, found: %s", i, cases[i].message,
                     program ? "no error" : error);
    }
}

// Dynamic shared memory, and the alignment of the static one, survive the disassembler.
static void shared_memory_disassembles(void **state)
{
    (void)state;
    static const char *const bodies[] = {".dynamic_shared d, 128\n", ".shared s, 100, 64\n",
                                         ".shared s, 100\n", ""};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        char source[256], *text, cubin_error[CUBIN_ERROR_TEXT];
        unsigned char *data;
        size_t size;
        snprintf(source, sizeof source, ".kernel k\n%sEXIT\n.endkernel\n", bodies[i]);
        struct sass_program *first = assemble_for(90, source);
        if (!first)
            fail_msg("%s", error);
        assert_true(cubin_write(90, first->kernels, 1, &data, &size, cubin_error));
        struct cubin *cubin = cubin_read(data, size, cubin_error);
        assert_non_null(cubin);
        FILE *stream = open_memstream(&text, &size);
        assert_int_equal(sass_disassemble(cubin, stream), 0);
        fclose(stream);
        struct sass_program *again = assemble_for(90, text);
        if (!again)
            fail_msg("%s\n%s", error, text);
        const struct cubin_kernel *a = &first->kernels[0], *b = &again->kernels[0];
        assert_int_equal(a->shared_bytes, b->shared_bytes);
        assert_int_equal(a->dynamic_shared, b->dynamic_shared);
        if (a->shared_align > 16)
            assert_int_equal(a->shared_align, b->shared_align);
        cubin_free(cubin);
        free(data);
        free(text);
        sass_program_free(first);
        sass_program_free(again);
    }
}

static void parameters_of_several_types(void **state)
{
    (void)state;
    const char *text = ".kernel k\n.param u8 a, ptr b, x, 12 e @ 0x20, f\n" C
                       "ULDC UR4, c[0x0][x]\n" C "ULDC UR5, c[0x0][f]\n" C "EXIT\n.endkernel\n";
    struct sass_program *program = assemble_for(80, text);
    if (!program)
        fail_msg("%s", error);
    static const unsigned offsets[] = {0, 8, 16, 32, 44}, sizes[] = {1, 8, 8, 12, 12};
    assert_int_equal(program->kernels[0].param_count, 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(program->kernels[0].params[i].offset, offsets[i]);
        assert_int_equal(program->kernels[0].params[i].size, sizes[i]);
    }
    sass_program_free(program);
    expect_listing(80, text, "ULDC UR4, c[0x0][0x170]\nULDC UR5, c[0x0][0x18c]\nEXIT\n");
}

static void options_are_checked(void **state)
{
    (void)state;
    static const char *const good[] = {"A", "B=0x10"}, *const bad[] = {"A=",    "=1",   "SM=3",
                                                                       "A=x",   "1X=2", "A B=1",
                                                                       "A=010", "R3=1"};
    struct sass_asm_options options = {.sm = 80, .defines = good, .define_count = 2};
    const char *text = KERNEL(C "MOV R0, A + B + SM\n");
    struct sass_program *program = sass_assemble("t", text, strlen(text), &options, error);
    if (!program)
        fail_msg("%s", error);
    sass_program_free(program);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        options.defines = &bad[i];
        options.define_count = 1;
        assert_null(sass_assemble("t", text, strlen(text), &options, error));
        assert_non_null(strstr(error, "-D"));
    }
    options.define_count = 0;
    options.sm = 75;
    assert_null(sass_assemble("t", text, strlen(text), &options, error));
    assert_non_null(strstr(error, "sm_75 is not supported"));
    options.sm = 80;
    assert_null(sass_assemble_file("/nonexistent/file.sass", &options, error));
    assert_non_null(strstr(error, "cannot read the file"));
}

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % n;
}

// Damaged copies of a real kernel: assembled or refused with one line, never a crash.
static void damaged_sources_are_refused(void **state)
{
    (void)state;
    const char *path = getenv("SASS_KERNEL_SOURCE");
    if (!path)
        fail_msg("SASS_KERNEL_SOURCE is not set: a .sass file was expected");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static char text[1 << 16], copy[1 << 16];
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    const struct sass_asm_options options = {.sm = 90};
    unsigned refused = 0;
    for (unsigned i = 0; i < 300; i++) {
        memcpy(copy, text, size);
        for (unsigned n = 1 + below(3); n > 0; n--) {
            unsigned at = below((unsigned)size), other = below((unsigned)size);
            copy[at] = below(4) ? text[other] : (char)below(256);
        }
        size_t length = below(8) ? size : below((unsigned)size);
        struct sass_program *program = sass_assemble("damaged", copy, length, &options, error);
        if (!program) {
            refused++;
            assert_true(strlen(error) > 0);
            assert_null(strchr(error, '\n'));
        }
        sass_program_free(program);
    }
    assert_true(refused > 50);
}

// Assemble, disassemble, assemble: the same words.
static void disassembly_assembles_again(void **state)
{
    (void)state;
    const char *path = getenv("SASS_KERNEL_SOURCE");
    static const unsigned sms[] = {80, 86, 89, 90};
    assert_non_null(path);
    for (unsigned s = 0; s < 4; s++) {
        const struct sass_asm_options options = {.sm = sms[s]};
        struct sass_program *first = sass_assemble_file(path, &options, error);
        if (!first)
            fail_msg("%s", error);
        // A word that no row describes goes through as .word.
        ((struct sass_word *)first->kernels[0].code)[0].lo = 0xfff;
        struct cubin cubin = {.sm = sms[s], .count = first->count, .kernels = first->kernels};
        char *text;
        size_t size;
        FILE *stream = open_memstream(&text, &size);
        assert_int_equal(sass_disassemble(&cubin, stream), 1);
        fclose(stream);
        struct sass_program *again = sass_assemble("again", text, size, &options, error);
        if (!again)
            fail_msg("%s", error);
        const struct cubin_kernel *a = &first->kernels[0], *b = &again->kernels[0];
        assert_int_equal(a->words, b->words);
        assert_memory_equal(a->code, b->code, a->words * sizeof *a->code);
        assert_int_equal(a->registers, b->registers);
        assert_int_equal(a->shared_bytes, b->shared_bytes);
        assert_int_equal(a->param_bytes, b->param_bytes);
        assert_int_equal(a->barriers, b->barriers);
        assert_int_equal(a->ctaid_z_used, b->ctaid_z_used);
        free(text);
        sass_program_free(first);
        sass_program_free(again);
    }
}

int main(void)
{
    const char *given = getenv("SASSDNN_TEST_SEED");
    seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);
    printf("seed %" PRIu64 "\n", seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_conditions_and_expressions),
        cmocka_unit_test(macros_and_local_labels),
        cmocka_unit_test(operands_of_every_kind),
        cmocka_unit_test(textures_and_surfaces),
        cmocka_unit_test(parameters_and_shared_memory),
        cmocka_unit_test(loops_at_the_end_of_the_range),
        cmocka_unit_test(several_kernels_keep_their_names_apart),
        cmocka_unit_test(control_codes_are_kept),
        cmocka_unit_test(mistakes_are_reported_in_place),
        cmocka_unit_test(other_architectures_are_named),
        cmocka_unit_test(shared_memory_disassembles),
        cmocka_unit_test(parameters_of_several_types),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(damaged_sources_are_refused),
        cmocka_unit_test(disassembly_assembles_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
