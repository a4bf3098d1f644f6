// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_COPY_H
#define EMULATOR_COPY_H

#include "emulator/api.h"

/// Copy a box in a stream. Waits where the driver says so: a synchronous copy but within the
/// device, and one with pageable memory that is not put aside.
CUresult copy_box_on(CUstream stream, const CUDA_MEMCPY3D *box, bool async);

#endif
