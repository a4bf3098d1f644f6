// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The calls that a driver exports and the emulated GPU does not do, so that programs that link
// against them load. Without cuda.h: what they look like does not matter.
#include "emulator/unsupported.h"

#define UNSUPPORTED(name)                                                                          \
    __attribute__((visibility("default"))) int name(void);                                         \
    int name(void)                                                                                 \
    {                                                                                              \
        return unsupported(#name);                                                                 \
    }
#include "emulator/unsupported.def"
#undef UNSUPPORTED
