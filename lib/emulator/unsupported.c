// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/unsupported.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_SUPPORTED = 801, MOST_NAMED = 1024 };

int unsupported(const char *what)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static const char *named[MOST_NAMED];
    static unsigned count;
    const char *trace = getenv("SASSDNN_EMU_TRACE");
    if (!trace || strcmp(trace, "unsupported") != 0)
        return NOT_SUPPORTED;
    pthread_mutex_lock(&mutex);
    bool is_new = count < MOST_NAMED;
    for (unsigned i = 0; i < count && is_new; i++)
        is_new = strcmp(named[i], what) != 0;
    if (is_new) {
        named[count++] = what;
        fprintf(stderr, "emulated GPU: not supported: %s\n", what);
    }
    pthread_mutex_unlock(&mutex);
    return NOT_SUPPORTED;
}
