// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Where the emulated GPU lies that the build or the installation brings with our programs.
#ifndef SASSDNN_BUNDLED_H
#define SASSDNN_BUNDLED_H

#include <stdbool.h>
#include <stddef.h>

/// The path in the environment variable SASSDNN_EMULATOR, or the one relative to the running
/// executable, in path[PATH_MAX]; false with a text about the places that were looked at.
bool bundled_emulator(char *path, char *error, size_t size);

#endif
