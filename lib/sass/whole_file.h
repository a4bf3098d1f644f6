// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef SASS_WHOLE_FILE_H
#define SASS_WHOLE_FILE_H

#include <stddef.h>

/// Read a file, or a pipe to its end: malloc'ed, with a zero behind its *size bytes. NULL with the
/// reason in errno: that of the system, ENOMEM, or EFBIG for what has more than 1 GiB or no end.
/// Thread-safe.
unsigned char *whole_file_read(const char *path, size_t *size);

#endif
