// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// cuGetProcAddress: calls by name, with or without a version suffix.
#include "emulator/api.h"

#include <string.h>

typedef void any_function(void);

// The newest version first, where a call has several: the first that `version` may see is taken.
static const struct {
    const char *name;
    int since; ///< CUDA version that introduced it
    const char *symbol;
    any_function *function;
} procs[] = {
#define PROC(name, since, symbol) {#name, since, #symbol, (any_function *)symbol},
#include "emulator/procs.def"
#undef PROC
};

static any_function *find(const char *name, int version, bool *too_new)
{
    *too_new = false;
    for (size_t i = 0; i < sizeof procs / sizeof procs[0]; i++) {
        if (strcmp(procs[i].name, name) != 0 && strcmp(procs[i].symbol, name) != 0)
            continue;
        if (procs[i].since <= version)
            return procs[i].function;
        *too_new = true;
    }
    return NULL;
}

CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status)
{
    enum {
        KNOWN = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
    };
    if (!symbol || !function || (flags & ~(cuuint64_t)KNOWN))
        return CUDA_ERROR_INVALID_VALUE;
    bool too_new;
    any_function *found = find(symbol, version, &too_new);
    memcpy(function, &found, sizeof found);
    if (status)
        *status = found     ? CU_GET_PROC_ADDRESS_SUCCESS
                  : too_new ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                            : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags)
{
    return cuGetProcAddress_v2(symbol, function, version, flags, NULL);
}
