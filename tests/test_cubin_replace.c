// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// New code in a copy of a cubin: what fits replaces the code and nothing else, what does not is
// refused in one line.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sass/asm.h"
#include "sass/cubin.h"

#include <stdlib.h>
#include <string.h>

static char error[SASS_ASM_ERROR_TEXT];

static struct sass_program *assemble(unsigned sm, const char *text)
{
    const struct sass_asm_options options = {.sm = sm};
    struct sass_program *program = sass_assemble("replace", text, strlen(text), &options, error);
    if (!program)
        fail_msg("%s", error);
    return program;
}

// Put `text` into a cubin of `file`; NULL with the reason in `error`, or the new cubin.
static unsigned char *replace(const char *file, unsigned sm, const char *text, size_t *size)
{
    struct sass_program *old = assemble(90, file), *new = assemble(sm, text);
    unsigned char *cubin, *result = NULL;
    assert_true(cubin_write(90, old->kernels, old->count, &cubin, size, error));
    bool ok = cubin_replace_code(sm, cubin, *size, new->kernels, new->count, &result, error);
    assert_true(ok == (result != NULL));
    free(cubin);
    sass_program_free(new);
    sass_program_free(old);
    return result;
}

#define SMALL ".kernel k\nMOV R1, 0x1\nNOP\nEXIT\n.endkernel\n"
#define BRANCHES ".kernel k\nMOV R2, 0x10\nMOV R3, RZ\nNOP\nBRX R2 -0x40\nEXIT\n.endkernel\n"

static void code_that_fits_is_replaced(void **state)
{
    (void)state;
    size_t size;
    unsigned char *result = replace(SMALL, 90, ".kernel k\nMOV R0, 0x7\nEXIT\n.endkernel\n", &size);
    if (!result)
        fail_msg("%s", error);
    struct cubin *cubin = cubin_read(result, size, error);
    assert_non_null(cubin);
    struct sass_program *wanted = assemble(90, ".kernel k\nMOV R0, 0x7\nEXIT\n.endkernel\n");
    assert_int_equal(cubin->kernels[0].words, 2);
    assert_memory_equal(cubin->kernels[0].code, wanted->kernels[0].code, 2 * SASS_WORD_BYTES);
    sass_program_free(wanted);
    cubin_free(cubin);
    free(result);
}

static void what_the_file_does_not_grant_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        unsigned sm;
        const char *text, *message;
    } cases[] = {
        {SMALL, 80, SMALL, "sm_90"},
        {SMALL, 90, ".kernel other\nEXIT\n.endkernel\n", "no kernel 'other'"},
        {SMALL, 90, ".kernel k\nMOV R90, 0x1\nEXIT\n.endkernel\n", "registers are more"},
        {SMALL, 90, ".kernel k\nBAR.SYNC.DEFER_BLOCKING 0x5\nEXIT\n.endkernel\n", "6 barriers"},
        {SMALL, 90, ".kernel k\nBAR.SYNC.DEFER_BLOCKING 0xf\nEXIT\n.endkernel\n", "16 barriers"},
        {SMALL, 90, ".kernel k\n.shared a, 64\nSTS [a], RZ\nEXIT\n.endkernel\n",
         "64 bytes of shar"},
        {SMALL, 90, ".kernel k\n.param u32 a\nNOP\nEXIT\n.endkernel\n", "4 bytes of parameters"},
        {BRANCHES, 90, SMALL, "5 were expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size;
        assert_null(replace(cases[i].file, cases[i].sm, cases[i].text, &size));
        if (!strstr(error, cases[i].message))
            fail_msg("'%s' was expected in '%s'", cases[i].message, error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_that_fits_is_replaced),
        cmocka_unit_test(what_the_file_does_not_grant_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
