// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef EMULATOR_MEMPOOL_H
#define EMULATOR_MEMPOOL_H

#include "emulator/api.h"

/// Take memory that came from a pool out of the table, and out of the pool's books. False: somebody
/// else did.
bool mempool_free(const struct allocation *allocation);

#endif
