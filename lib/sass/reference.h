// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The reference of the instruction set, all of it taken from the table.
#ifndef SASS_REFERENCE_H
#define SASS_REFERENCE_H

#include <stdio.h>

/// One line for every instruction that one of the architectures (bits) has. Returns their number.
size_t sass_reference_list(unsigned archs, FILE *out);

/// A page on one instruction, by the first word of its mnemonic: its forms with their modifiers,
/// operands and bits. Returns the number of forms that one of the architectures has.
size_t sass_reference_page(const char *name, unsigned archs, FILE *out);

#endif
