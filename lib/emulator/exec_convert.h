// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the binders of conversions tell their executors in uop_info.v. Sources of 64 bits are two
// rows in a sequence, but for I2F, whose high row is uop->b.
#ifndef EMULATOR_EXEC_CONVERT_H
#define EMULATOR_EXEC_CONVERT_H

enum {
    CONVERT_FROM,  ///< enum fp_format, or bits of an integer
    CONVERT_TO,    ///< enum fp_format, or bits of an integer
    CONVERT_SHIFT, ///< bits to the part of the source that is read
    CONVERT_ZERO,  ///< F2I and F2IP: a NaN becomes zero
    CONVERT_RELU,
    CONVERT_FINITE, ///< F2FP: what is too large, and infinity, becomes the largest number
};

#endif
