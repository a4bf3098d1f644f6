// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/unsupported.h"

#include "emulator/settings.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NOT_SUPPORTED = 801, MOST_NAMED = 1024 };

int unsupported(const char *what)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static const char *named[MOST_NAMED];
    static unsigned count;
    if (!settings_trace_unsupported())
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
