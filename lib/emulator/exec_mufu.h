// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the binder of MUFU tells its executors: uop_info.v and the functions' codes.
#ifndef EMULATOR_EXEC_MUFU_H
#define EMULATOR_EXEC_MUFU_H

enum {
    MUFU_FUNCTION,
    MUFU_FORMAT, ///< enum fp_format
    MUFU_SHIFT,  ///< 16: of the high half of the source
};

enum {
    MUFU_COS,
    MUFU_SIN,
    MUFU_EX2,
    MUFU_LG2,
    MUFU_RCP,
    MUFU_RSQ,
    MUFU_RCP64H,
    MUFU_RSQ64H,
    MUFU_SQRT,
    MUFU_TANH
};

#endif
