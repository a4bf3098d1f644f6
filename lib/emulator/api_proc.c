// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// cuGetProcAddress: calls by name, with or without a version suffix.
#include "emulator/api.h"

#include <string.h>

typedef void any_function(void);

// By their symbols, whatever they look like.
#define PROC(name, since, symbol) extern any_function emulator_##symbol __asm__(#symbol);
#define PROC_PER_THREAD(name, since, symbol) PROC(name, since, symbol)
#include "emulator/procs.def"
#undef PROC
#undef PROC_PER_THREAD

// The newest version first, where a call has several: the first that `version` may see is taken.
static const struct {
    const char *name;
    int since; ///< CUDA version that introduced it
    const char *symbol;
    any_function *function;
    bool per_thread;
} procs[] = {
#define PROC(name, since, symbol) {#name, since, #symbol, emulator_##symbol, false},
#define PROC_PER_THREAD(name, since, symbol) {#name, since, #symbol, emulator_##symbol, true},
#include "emulator/procs.def"
#undef PROC
#undef PROC_PER_THREAD
};

// By the name without a version; or by the symbol itself, which leaves no choice.
static any_function *find(const char *name, int version, bool per_thread, bool *too_new)
{
    for (size_t i = 0; i < sizeof procs / sizeof procs[0]; i++) {
        bool named = strcmp(procs[i].name, name) == 0 && procs[i].per_thread == per_thread;
        if (!named && (per_thread || strcmp(procs[i].symbol, name) != 0))
            continue;
        if (procs[i].since <= version)
            return procs[i].function;
        *too_new = true;
    }
    return NULL;
}

CUresult CUDAAPI EXPORT cuGetProcAddress_v2(const char *symbol, void **function, int version,
                                            cuuint64_t flags,
                                            CUdriverProcAddressQueryResult *status)
{
    enum {
        KNOWN = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
    };
    if (!symbol || !function || (flags & ~(cuuint64_t)KNOWN))
        return CUDA_ERROR_INVALID_VALUE;
    bool too_new = false, per_thread = flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    any_function *found = per_thread ? find(symbol, version, true, &too_new) : NULL;
    if (!found) // most calls have nothing to do with streams
        found = find(symbol, version, false, &too_new);
    memcpy(function, &found, sizeof found);
    if (status)
        *status = found     ? CU_GET_PROC_ADDRESS_SUCCESS
                  : too_new ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                            : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult CUDAAPI EXPORT cuGetProcAddress(const char *symbol, void **function, int version,
                                         cuuint64_t flags)
{
    return cuGetProcAddress_v2(symbol, function, version, flags, NULL);
}
