// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "tests/lint_expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sass_program *lint_assemble(unsigned sm, const char *text)
{
    const struct sass_asm_options options = {.sm = sm};
    char error[SASS_ASM_ERROR_TEXT];
    struct sass_program *program = sass_assemble("lint", text, strlen(text), &options, error);
    if (!program)
        fail_msg("%s\n%s", error, text);
    return program;
}

void expect_changed(unsigned sm, const char *body, size_t changed, unsigned pos, unsigned width,
                    uint64_t value, int rule, size_t at)
{
    char text[4096], line[256];
    struct sass_lint_finding *findings;
    unsigned counted = 0, as_expected = 0;
    snprintf(text, sizeof text, ".kernel k\n%s[B------:R-:W-:-:S05] EXIT\n.endkernel\n", body);
    struct sass_program *program = lint_assemble(sm, text);
    struct cubin_kernel *kernel = &program->kernels[0];
    assert_true(changed < kernel->words);
    if (width)
        sass_set_bits((struct sass_word *)&kernel->code[changed], pos, width, value);
    size_t count = sass_lint(sm, kernel, &findings);
    assert_true(count != (size_t)-1);
    for (size_t i = 0; i < count; i++) {
        bool here = (int)findings[i].rule == rule && findings[i].at == at;
        if (here || !sass_lint_is_warning(findings[i].rule))
            counted++;
        as_expected += here;
    }
    bool ok = rule == NONE ? counted == 0 : counted == 1 && as_expected == 1;
    for (size_t i = 0; !ok && i < count; i++) {
        sass_lint_text(&findings[i], line, sizeof line);
        print_error("found at %zu: %s\n", findings[i].at, line);
    }
    if (!ok)
        fail_msg("sm_%u: rule %d at %zu was expected, %zu findings:\n%s", sm, rule, at, count,
                 body);
    free(findings);
    sass_program_free(program);
}

void expect(unsigned sm, const char *body, int rule, size_t at)
{
    expect_changed(sm, body, 0, 0, 0, 0, rule, at);
}
