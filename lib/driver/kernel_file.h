// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Cubins from files: the environment variable SASSDNN_KERNEL_DIR names a folder whose files
// <kernel>.sm_<NN>.cubin are used instead of the embedded images, so that an edited kernel can be
// tried without a build.
#ifndef SASSDNN_KERNEL_FILE_H
#define SASSDNN_KERNEL_FILE_H

#include "driver/device.h"

#include <stdbool.h>
#include <stddef.h>

enum { KERNEL_FILE_PATH = 1024 };

/// The folder, or NULL where the variable is not set or empty.
const char *kernel_file_folder(void);

/// The file of `kernel` for sm_<sm> in path[KERNEL_FILE_PATH], whether it exists or not. False
/// where there is no folder or the path is too long.
bool kernel_file_path(const char *kernel, unsigned sm, char *path);

/// Read the file that replaces `kernel` for sm_<sm>. *data is malloc'ed, or NULL with DEVICE_OK
/// where the variable is not set or the folder has no such file. path[KERNEL_FILE_PATH] is the
/// file's. DEVICE_BAD_KERNEL: the folder or file cannot be read, or the file is no complete cubin
/// (its headers must lie within it: the driver is given only its address).
/// DEVICE_NO_HOST_MEMORY. The text goes to error[DEVICE_ERROR_TEXT].
enum device_result kernel_file_read(const char *kernel, unsigned sm, unsigned char **data,
                                    char *path, char *error);

#endif
