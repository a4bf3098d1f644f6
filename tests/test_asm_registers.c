// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Registers whose place the assembler chooses: where they lie, and that no value is overwritten
// through another name while it is still read.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sass/asm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char error[SASS_ASM_ERROR_TEXT];

static struct sass_program *assemble(const char *text)
{
    const struct sass_asm_options options = {.sm = 86};
    return sass_assemble("t.sass", text, strlen(text), &options, error);
}

// The first operand's register of every instruction but the last.
static size_t registers_of(const char *text, unsigned *registers, size_t room)
{
    struct sass_program *program = assemble(text);
    if (!program)
        fail_msg("%s\n%s", error, text);
    size_t count = program->kernels[0].words - 1;
    assert_true(count <= room);
    for (size_t i = 0; i < count; i++) {
        struct sass_inst inst;
        assert_true(sass_decode(86, program->kernels[0].code[i], &inst));
        registers[i] = inst.operands[0].reg;
    }
    sass_program_free(program);
    return count;
}

#define KERNEL(body) ".kernel k\n" body "EXIT\n.endkernel\n"

static void expect_registers(const char *text, const unsigned *expected, size_t count)
{
    unsigned found[16];
    assert_int_equal(registers_of(text, found, 16), count);
    for (size_t i = 0; i < count; i++) {
        if (found[i] != expected[i])
            fail_msg("register %zu: %u was expected, found %u\n%s", i, expected[i], found[i], text);
    }
}

#define EXPECT(text, ...)                                                                          \
    expect_registers(text, (const unsigned[]){__VA_ARGS__},                                        \
                     sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

static void constraints_decide_the_place(void **state)
{
    (void)state;
    // What is used by its number, even further down, and what has its place are left alone.
    EXPECT(KERNEL(".reg x, R\nMOV x, 1\nMOV R0, 1\nMOV R2, 1\n"), 1, 0, 2);
    EXPECT(KERNEL(".reg x, R\n.reg y[2], R0\nMOV x, 1\n"), 2);
    EXPECT(KERNEL(".reg x[2], R\nLDS.128 R0, [R4]\nMOV x, 1\n"), 0, 6);
    EXPECT(KERNEL(".reg x, R\nLDS.64 R0, [R2]\nMOV x, 1\n"), 0, 3);
    // An array of pairs or fours is aligned by itself.
    EXPECT(KERNEL("MOV R0, 1\n.reg x[2], R\n.reg y[4], R\n.reg z[3], R\nMOV x, 1\nMOV y, 1\n"
                  "MOV z, 1\n"),
           0, 8, 4, 1);
    EXPECT(KERNEL("MOV R0, 1\n.reg x[2], R, align 1\nMOV x, 1\n"), 0, 1);
    EXPECT(KERNEL("MOV R0, 1\n.reg x[3], R, align 8\nMOV x, 1\n"), 0, 8);
    // A bank is the parity of the first register.
    EXPECT(KERNEL(".reg x, R, bank 1\n.reg y, R, bank 1\n.reg z, R, bank 0\nMOV x, 1\nMOV y, 1\n"
                  "MOV z, 1\n"),
           1, 3, 0);
    EXPECT(KERNEL(".reg a[4], R\n.reg b, R, bank a[1]\n.reg c_, R, bank !b\n.reg d, R, bank !R4\n"
                  "MOV a, 1\nMOV b, 1\nMOV c_, 1\nMOV d, 1\n"),
           0, 5, 4, 7);
    EXPECT(KERNEL(".reg x, R\n.reg y, R, bank !x\n.reg z, R, bank 1\n.reg w, R, bank y\n"
                  ".reg v, R, bank z\nMOV x, 1\nMOV y, 1\nMOV w, 1\n"),
           1, 0, 2);
    // A mask names predicates too.
    EXPECT(KERNEL(".reg p, P\nISETP.LT.AND p, PT, R0, 1, PT\nP2R R0, PR, RZ, 0x5\n"), 1, 0);
    // The classes are apart.
    EXPECT(KERNEL(".reg x, R\n.reg u[2], UR\n.reg p, P\n.reg q, UP\nMOV x, 1\nUMOV u[1], 1\n"
                  "ISETP.LT.AND p, PT, x, 1, PT\nISETP.LT.AND P0, PT, x, 1, PT\n"
                  "UISETP.LT.AND q, UPT, u, 1, UPT\n"),
           0, 1, 1, 0, 0);
}

static void freed_registers_are_used_again(void **state)
{
    (void)state;
    EXPECT(KERNEL(".reg x, R\nMOV x, 1\nSTS [RZ], x\n.free x\n.reg y, R\nMOV y, 1\n"), 0, 255, 0);
    EXPECT(KERNEL(".reg x, R5\n.free x\n.reg x[4], R4\n.reg y, R\nMOV x, 1\nMOV y, 2\n"), 4, 0);
    // A scope frees what it declares; a macro may have its own registers that way.
    EXPECT(
        ".macro ONE\n.scope\n.reg t, R\nMOV t, 1\n.endscope\n.endmacro\n" KERNEL(
            ".reg x, R\nMOV x, 1\nONE\nONE\n.scope\n.reg t[2], R\nMOV t, 1\nONE_MORE:\n.endscope\n"
            ".reg t, R\nMOV t, x\n"),
        2, 0, 0, 0, 0);
    // Another name for a part keeps it in use, a name over it too.
    EXPECT(KERNEL(".reg x[4], R\n.reg y, x[1]\n.reg z[2], over x[2]\n.free x\n.reg w, R\nMOV z, 1\n"
                  "MOV w, 1\n"),
           2, 4);
    // Names that are not in use at the same time lie over each other even where there is no room
    // for both.
    EXPECT(KERNEL(".reg x[200], R\nMOV x[199], 1\n.free x\n.reg y[200], R\nMOV y[199], 1\n"), 199,
           199);
}

static void values_that_are_read_are_not_overwritten(void **state)
{
    (void)state;
    static const struct {
        const char *text, *place; ///< NULL: nothing is wrong
        const char *message;
    } cases[] = {
        {KERNEL(".reg x[4], R\nMOV x[1], 1\n.reg y, over x[1]\nMOV y, 2\nSTS [RZ], x[1]\n"), "5:1",
         "'y' overwrites R1, which line 6 still reads as 'x[1]'"},
        // In a loop.
        {KERNEL(".reg x, R\nMOV x, 1\nl:\nSTS [RZ], x\n.free x\n.reg y, R\nMOV y, 2\nSTS [RZ], y\n"
                "@P0 BRA l\n"),
         "8:1", "'y' overwrites R0, which line 5 still reads as 'x'"},
        {KERNEL("l:\n.reg x, R\nMOV x, 1\nSTS [RZ], x\n.free x\n.reg y, R\nMOV y, 2\nSTS [RZ], y\n"
                "@P0 BRA l\n"),
         NULL, NULL},
        // One register of a pair, of an address, of a uniform one, of a predicate.
        {KERNEL(".reg x[2], R\nCS2R x, SRZ\n.reg y, over x[1]\nMOV y, 2\nSTS.64 [RZ], x\n"), "5:1",
         "overwrites R1, which line 6 still reads as 'x[1]'"},
        {KERNEL(".reg x[2], R\nCS2R x, SRZ\n.reg y, over x[1]\nMOV y, 2\n"
                "LDG.E R4, desc[UR4][x.64]\n"),
         "5:1", "as 'x[1]'"},
        {KERNEL(".reg u, UR\nUMOV u, 1\n.reg v, over u\nUMOV v, 2\nLDS R0, [u]\n"), "5:1",
         "'v' overwrites UR0, which line 6 still reads as 'u'"},
        {KERNEL(".reg p, P\n.reg q, over p\nISETP.LT.AND p, PT, R0, 1, PT\n"
                "ISETP.LT.AND q, PT, R0, 2, PT\n@p EXIT\n"),
         "5:1", "'q' overwrites P0, which line 6 still reads as 'p'"},
        // Two branches: each its own name.
        {KERNEL(".reg x, R\n.reg y, over x\n@P0 BRA b\nMOV x, 1\nSTS [RZ], x\nBRA e\nb:\nMOV y, 1\n"
                "STS [RZ], y\ne:\n"),
         NULL, NULL},
        // What was never written through a name cannot be lost.
        {KERNEL(".reg x, R\n.reg y, over x\nMOV y, 1\nSTS [RZ], x\n"), NULL, NULL},
        // The same guard: never both.
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 0\nMOV y, 1\nSTS [RZ], y\n@P0 MOV x, 1\n"
                "@P0 STS [RZ], x\n"),
         NULL, NULL},
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 0\nMOV y, 1\nSTS [RZ], y\n@P0 MOV x, 1\n"
                "@!P0 STS [RZ], x\n"),
         "5:1", "'y' overwrites R0, which line 8 still reads as 'x'"},
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 1\n@P0 MOV y, 1\n@!P0 STS [RZ], x\n"), NULL,
         NULL},
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 1\n@P0 MOV y, 1\n@P0 STS [RZ], x\n"), "5:5",
         "'y' overwrites R0, which line 6 still reads as 'x'"},
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 0\nMOV y, 1\n@P0 MOV x, 1\n@!P0 MOV x, 2\n"
                "STS [RZ], x\n"),
         NULL, NULL},
        {KERNEL(".reg x, R\n.reg y, over x\n@P0 MOV x, 1\n@!P0 MOV y, 1\n@P0 STS [RZ], x\n"), NULL,
         NULL},
        // Not the same guard any more.
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 0\nMOV y, 1\nSTS [RZ], y\n@P0 MOV x, 1\n"
                "ISETP.LT.AND P0, PT, R9, 1, PT\n@P0 STS [RZ], x\n"),
         "5:1", "line 9 still reads as 'x'"},
        // A branch around the write tells the guard.
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 0\nMOV y, 1\n@!P0 BRA e\nMOV x, 1\ne:\n"
                "@P0 STS [RZ], x\n"),
         NULL, NULL},
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 0\nMOV y, 1\n@P0 BRA e\nMOV x, 1\ne:\n"
                "@P0 STS [RZ], x\n"),
         "5:1", "line 9 still reads as 'x'"},
        {KERNEL(".reg x, R\n.reg y, over x\nMOV x, 1\n@P0 MOV y, 1\n@P0 EXIT\nSTS [RZ], x\n"), NULL,
         NULL},
        // Two names that were put by hand in one place are one value, which a third can overwrite.
        {KERNEL(".reg x, R4\n.reg w, R4\n.reg y, over x\nMOV x, 1\nMOV y, 2\nSTS [RZ], w\n"), "6:1",
         "'y' overwrites R4, which line 7 still reads as 'w'"},
        {KERNEL(".reg x, R4\n.reg w, R4\n.reg y, over x\nMOV x, 1\nMOV y, 2\nMOV w, 2\n"
                "STS [RZ], x\n"),
         NULL, NULL},
        // By its number it is the value of the name in that place.
        {KERNEL(".reg x, R4\nMOV R4, 1\n.reg y, over x\nMOV y, 2\nSTS [RZ], R4\n"), "5:1",
         "'y' overwrites R4, which line 6 still reads as 'x'"},
        // Names put by hand in one place are one value's, unless one was freed.
        {KERNEL(".reg x, R4\n.reg y, R4\nMOV x, 1\nSTS [RZ], y\n"), NULL, NULL},
        {KERNEL(
             ".reg x, R4\nMOV x, 1\nl:\nSTS [RZ], x\n.free x\n.reg y, R4\nMOV y, 1\nSTS [RZ], y\n"
             "@P0 BRA l\n"),
         "8:1", "which line 5 still reads as 'x'"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char place[64];
        struct sass_program *program = assemble(cases[i].text);
        snprintf(place, sizeof place, "t.sass:%s", cases[i].place ? cases[i].place : "");
        bool ok = cases[i].place ? !program && strncmp(error, place, strlen(place)) == 0 &&
                                       strstr(error, cases[i].message)
                                 : program != NULL;
        if (!ok) {
            wrong++;
            print_error("case %zu: %s was expected, found: %s\n%s", i,
                        cases[i].place ? cases[i].message : "no error",
                        program ? "no error" : error, cases[i].text);
        }
        sass_program_free(program);
    }
    assert_int_equal(wrong, 0);
}

static void mistakes_are_reported_in_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *place, *message;
    } cases[] = {
        {KERNEL(".reg x[250], R\n.reg y[8], R\n"), "2:6",
         "out of registers: 'x' asks for 250; 245 of the 253 are left, 245 of them in a row"},
        {KERNEL(".threads 1024\n.reg x[63], R\n"), "3:6",
         "asks for 63; 62 of the 62 that .threads leaves are left"},
        {KERNEL(".reg x[64], UR\n"), "2:6", "'x' asks for 64, there are 63"},
        {KERNEL(".reg x[4], P\n.reg y[4], P\n"), "3:6", "'y' asks for 4; 3 of the 7 are left"},
        {KERNEL(".reg a[251], R0\n.reg x[2], R\n"), "3:6",
         "'x': 2 registers are asked for, the first"},
        {KERNEL(".reg x[2], R, align 2, bank 1\n"), "2:6", "puts 'x' into bank 0"},
        {KERNEL(".reg x, R\n.reg y[2], R, align 2, bank x\n.reg z[2], R, align 2, bank !x\n"),
         "4:6", "'z' cannot be in that bank"},
        {KERNEL(".reg x, R, align 3\n"), "2:18", "align 1, 2, 4, 8 or 16"},
        {KERNEL(".reg x, R, bank 2\n"), "2:17", "bank 0 (even)"},
        {KERNEL(".reg x, R, bank UR4\n"), "2:17", "only general registers"},
        {KERNEL(".reg x, UR, bank 0\n"), "2:13", "only general registers"},
        {KERNEL(".reg x, R, bank 0, bank 1\n"), "2:20", "one 'bank'"},
        {KERNEL(".reg x, R, wide\n"), "2:12", "'align' or 'bank'"},
        {KERNEL(".reg x, over R4\n"), "2:14", "the name of registers of this kernel"},
        {KERNEL(".reg x[4], R\n.reg y[2], over x[3]\n"), "3:12",
         "do not fit into 'x', which has 1"},
        {KERNEL(".reg x[2], R\n.reg y[3], x\n"), "3:12", "do not fit into 'x'"},
        {KERNEL(".reg x[2], R\nMOV x[2], 1\n"), "3:5", "outside the array"},
        {KERNEL(".reg x, R\nSTS.64 [RZ], x\n"), "3:14",
         "2 registers are used from here on: 'x' has 1"},
        {KERNEL(".reg x[3], R\nSTS.64 [RZ], x[1]\n"), "3:14", "'align 2' and an index"},
        {KERNEL(".reg x[4], R, align 2\nSTS.128 [RZ], x\n"), "3:15", "'align 4'"},
        {KERNEL(".reg x, UR\nLDG.E R0, desc[x][R2.64]\n"), "3:16", "2 registers are used"},
        {KERNEL(".reg x, R\n.free x\nMOV x, 1\n"), "4:5", "'x' was freed in line 3"},
        {KERNEL(".reg x, R\n.free x, x\n"), "3:10", "'x' was freed in line 3"},
        {KERNEL(".reg x[2], R\n.reg y, x[1]\n.free y\n"), "4:7", "'y' is a part of 'x'"},
        {KERNEL(".reg x[2], R\n.reg y, x[1]\n.free x\nMOV y, 1\n"), "5:5",
         "'y' was freed in line 4"},
        {KERNEL(".free nothing\n"), "2:7", "the name of registers of this kernel"},
        {KERNEL(".scope\n.reg x, R\n.endscope\nMOV R0, x\n"), "5:9", "found 'x'"},
        {KERNEL(".scope\n"), "2:1", "'.scope' without '.endscope'"},
        {".scope\n.endscope\n" KERNEL(""), "1:2", "between .kernel and .endkernel"},
        {".reg x, R\n" KERNEL(""), "1:9", "outside of a kernel none can be chosen"},
    };
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char place[64];
        struct sass_program *program = assemble(cases[i].text);
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

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % n;
}

enum { MAX_NAMES = 24, MAX_TEXT = 8192 };

// Random declarations: all constraints hold, and what is in use at one time lies apart.
static void random_declarations_lie_apart(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        char text[MAX_TEXT];
        struct {
            unsigned count, align, from, to;
            int bank;
        } names[MAX_NAMES];
        unsigned count = 2 + below(MAX_NAMES - 2), clock = 0, found[MAX_NAMES];
        unsigned by_number = below(40);
        int n = snprintf(text, sizeof text, ".kernel k\n");
        for (unsigned i = 0; i < count; i++) {
            static const unsigned sizes[] = {1, 1, 2, 3, 4, 8, 16};
            names[i].count = sizes[below(7)];
            names[i].bank = below(3) ? -1 : (int)below(2);
            names[i].align = names[i].bank == 1 ? 1 : 1u << below(4);
            names[i].from = clock++;
            names[i].to = UINT32_MAX;
            n += snprintf(text + n, sizeof text - (size_t)n, ".reg n%u[%u], R, align %u", i,
                          names[i].count, names[i].align);
            if (names[i].bank >= 0)
                n += snprintf(text + n, sizeof text - (size_t)n, ", bank %d", names[i].bank);
            n += snprintf(text + n, sizeof text - (size_t)n, "\nMOV n%u, 1\n", i);
            unsigned freed = below(i + 1);
            if (below(2) && names[freed].to == UINT32_MAX) {
                names[freed].to = clock++;
                n += snprintf(text + n, sizeof text - (size_t)n, ".free n%u\n", freed);
            }
        }
        snprintf(text + n, sizeof text - (size_t)n, "MOV R%u, 1\nEXIT\n.endkernel\n", by_number);
        unsigned bases[MAX_NAMES + 1];
        assert_int_equal(registers_of(text, bases, MAX_NAMES + 1), count + 1);
        for (unsigned i = 0; i < count; i++) {
            found[i] = bases[i];
            bool apart = by_number < found[i] || by_number >= found[i] + names[i].count;
            if (!apart || found[i] % names[i].align ||
                (names[i].bank >= 0 && (int)(found[i] % 2) != names[i].bank))
                fail_msg("n%u lies at R%u\n%s", i, found[i], text);
            for (unsigned k = 0; k < i; k++) {
                bool together = names[k].to > names[i].from;
                apart =
                    found[i] >= found[k] + names[k].count || found[k] >= found[i] + names[i].count;
                if (together && !apart)
                    fail_msg("n%u at R%u and n%u at R%u\n%s", k, found[k], i, found[i], text);
            }
        }
    }
}

enum { STEPS = 12, NAMES = 3, HOLDERS = NAMES + 1 };

// Random code over three names of one register, against all the ways through it, walked one by one.
static void random_code_is_judged_like_a_walk(void **state)
{
    (void)state;
    unsigned refused = 0;
    for (unsigned round = 0; round < 400; round++) {
        struct {
            unsigned what; ///< 0 read, 1 write, 2 branch
            unsigned name, target;
        } steps[STEPS];
        char text[MAX_TEXT];
        int n = snprintf(text, sizeof text,
                         ".kernel k\n.reg n0, R\n.reg n1, over n0\n.reg n2, over n0\n");
        for (unsigned i = 0; i < STEPS; i++) {
            steps[i].what = below(3);
            steps[i].name = below(3);
            steps[i].target = below(STEPS);
            n += snprintf(text + n, sizeof text - (size_t)n, "l%u:\n", i);
            if (steps[i].what == 0)
                n += snprintf(text + n, sizeof text - (size_t)n, "STS [RZ], n%u\n", steps[i].name);
            else if (steps[i].what == 1)
                n += snprintf(text + n, sizeof text - (size_t)n, "MOV n%u, 1\n", steps[i].name);
            else
                // Another predicate each time: one guard tells nothing of another.
                n += snprintf(text + n, sizeof text - (size_t)n,
                              "ISETP.LT.AND P0, PT, R9, 1, PT\n@P0 BRA l%u\n", steps[i].target);
        }
        snprintf(text + n, sizeof text - (size_t)n, "EXIT\n.endkernel\n");
        // Whose value is there, 3 for no one's, and which were lost, at each step.
        bool seen[STEPS + 1][HOLDERS][1 << NAMES] = {{{false}}}, clash = false, more = true;
        seen[0][HOLDERS - 1][0] = true;
        while (more) {
            more = false;
            for (unsigned i = 0; i < STEPS * HOLDERS << NAMES; i++) {
                unsigned step = i / (HOLDERS << NAMES), holder = (i >> NAMES) % HOLDERS;
                unsigned lost = i % (1 << NAMES), name = steps[step].name;
                if (!seen[step][holder][lost])
                    continue;
                clash = clash || (steps[step].what == 0 && (lost >> name & 1));
                unsigned targets[] = {step + 1,
                                      steps[step].what == 2 ? steps[step].target : step + 1};
                if (steps[step].what == 1) {
                    if (holder != name && holder != HOLDERS - 1)
                        lost |= 1u << holder;
                    lost &= ~(1u << name);
                    holder = name;
                }
                for (unsigned t = 0; t < 2; t++) {
                    more = more || !seen[targets[t]][holder][lost];
                    seen[targets[t]][holder][lost] = true;
                }
            }
        }
        struct sass_program *program = assemble(text);
        if (!program == !clash || (!program && !strstr(error, "still reads as")))
            fail_msg("%s was expected, found: %s\n%s", clash ? "a clash" : "no clash",
                     program ? "none" : error, text);
        refused += !program;
        sass_program_free(program);
    }
    assert_true(refused > 50 && refused < 390);
}

int main(void)
{
    const char *given = getenv("SASSDNN_TEST_SEED");
    seed = given ? strtoull(given, NULL, 0) : (uint64_t)time(NULL);
    printf("seed %" PRIu64 "\n", seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_decide_the_place),
        cmocka_unit_test(freed_registers_are_used_again),
        cmocka_unit_test(values_that_are_read_are_not_overwritten),
        cmocka_unit_test(mistakes_are_reported_in_place),
        cmocka_unit_test(random_declarations_lie_apart),
        cmocka_unit_test(random_code_is_judged_like_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
