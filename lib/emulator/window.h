// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Generic addresses: the windows in which shared and local memory lie. Kernels read their starts
// from constant bank 0 or special registers; code that takes only the high half from there counts
// on a low half of zeros.
#ifndef EMULATOR_WINDOW_H
#define EMULATOR_WINDOW_H

#include <stdint.h>

/// At the end of the 49 bits of device addresses. The shared window has 16 MiB for each CTA of a
/// cluster.
#define SHARED_WINDOW UINT64_C(0x1fffe00000000)
#define LOCAL_WINDOW UINT64_C(0x1ffff00000000)
#define SHARED_WINDOW_BYTES UINT64_C(0x100000000)
#define LOCAL_WINDOW_BYTES UINT64_C(0x1000000)

/// Byte of constant bank 0 where the generic address of that bank lies; on sm_90 that of the
/// parameters.
static inline unsigned launch_param_pointer(unsigned sm)
{
    return sm >= 90 ? 0x198 : 0x40;
}

/// First local address that a thread does not have: where its stack begins; and the most
/// that a thread can have.
enum { LOCAL_END = 0x00fffdc0, MAX_LOCAL_BYTES = 512 << 10 };

#endif
