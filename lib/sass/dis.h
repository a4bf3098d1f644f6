// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef SASS_DIS_H
#define SASS_DIS_H

#include "sass/cubin.h"

#include <stdio.h>

/// Print the kernels of a cubin in the assembler's language, so that assembling the text gives the
/// same instructions again. Words that no row of the table describes become .word lines; their
/// number is returned.
size_t sass_disassemble(const struct cubin *cubin, FILE *out);

#endif
