// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the tests of the lint share: lines as a kernel, and what is expected of it.
#ifndef LINT_EXPECT_H
#define LINT_EXPECT_H

#include "sass/asm.h"
#include "sass/lint.h"

enum { NONE = -1 };

/// A control prefix that only stalls.
#define P(stall) "[B------:R-:W-:-:S" stall "] "

struct sass_program *lint_assemble(unsigned sm, const char *text);

/// Lint the lines as a kernel, with an EXIT behind them; `rule` is expected at instruction `at`,
/// and nothing else but warnings; NONE: nothing.
void expect(unsigned sm, const char *body, int rule, size_t at);

/// As expect, with `width` bits of word `changed` at `pos` replaced by `value`.
void expect_changed(unsigned sm, const char *body, size_t changed, unsigned pos, unsigned width,
                    uint64_t value, int rule, size_t at);

#endif
