// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_HOST_ROUNDING_H
#define EMULATOR_HOST_ROUNDING_H

#include <fenv.h>

/// The host's rounding modes by enum fp_rounding.
static const int host_rounding[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

#endif
