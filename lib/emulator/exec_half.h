// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the binders of packed halves tell their executors in uop_info.v. Signs are in xor_a, xor_b
// and xor_c, for both halves; bars in and_a and and_b, for one.
#ifndef EMULATOR_EXEC_HALF_H
#define EMULATOR_EXEC_HALF_H

enum {
    HALF_SELECT, ///< for each of three sources: bit 0, 1: low, high result from the high half
    HALF_AND_C = HALF_SELECT + 3,
    HALF_FORMAT, ///< enum fp_format
    HALF_FLAGS,  ///< of comparisons
};

#endif
