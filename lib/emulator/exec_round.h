// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the binders of FP32 arithmetic tell the executors of its rarer forms in uop_info.v.
#ifndef EMULATOR_EXEC_ROUND_H
#define EMULATOR_EXEC_ROUND_H

enum {
    FLOAT_AND_C, ///< 0x7fffffff for the absolute value of C
    FLOAT_SCALE, ///< bits of the float that a product is multiplied by
    FLOAT_SIGNS, ///< of FSWZADD: two bits for each lane of four
};

#endif
