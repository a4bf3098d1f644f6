// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Compiled code for the tests that work through many cubins.
#ifndef TESTS_CUBIN_FILE_H
#define TESTS_CUBIN_FILE_H

#include "sass/cubin.h"

/// Read a cubin of at most 64 MiB; NULL, after one line on stderr, if it cannot be read.
struct cubin *cubin_file_read(const char *path);

#endif
