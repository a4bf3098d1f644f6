// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A file that is complete whenever it is there: written under another name in the same folder and
// renamed. What is no regular file, such as /dev/stdout or a pipe, is written to directly.
#ifndef SASSDNN_BENCH_OUTPUT_FILE_H
#define SASSDNN_BENCH_OUTPUT_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct output_file {
    FILE *stream;
    char target[PATH_MAX];         ///< what is renamed to; symbolic links are followed
    char temporary[PATH_MAX + 32]; ///< "": written directly
};

/// Whether the file could be written, without touching it. Returns false with errno set.
bool output_file_possible(const char *path);

/// Whether writing replaces the file as a whole, so that it may be done again and again.
bool output_file_replaces(const char *path);

/// Begin. Returns false with errno set.
bool output_file_open(struct output_file *file, const char *path);

/// Finish. Returns false with errno set where something could not be written; the file is then what
/// it was before, unless it is written directly.
bool output_file_close(struct output_file *file);

#endif
