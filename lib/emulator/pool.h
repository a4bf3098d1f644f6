// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The threads that CTAs are spread over: as many as the process may use cores, or as
// SASSDNN_EMU_THREADS says. They are started by the first launch and live as long as the process.
#ifndef EMULATOR_POOL_H
#define EMULATOR_POOL_H

#include <stdint.h>

/// Run work(context) on the calling thread and, at the same time, on up to `limit` - 1 threads of
/// the pool. Returns when all of them have returned. Thread-safe.
void pool_run(void (*work)(void *context), void *context, uint64_t limit);

#endif
