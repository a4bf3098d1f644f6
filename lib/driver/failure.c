// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "driver/failure.h"

#include <stdio.h>

enum device_result driver_failure(const struct driver *driver, CUresult result, const char *what,
                                  char *error)
{
    char text[160];
    char memory[64] = "";
    size_t available = 0, total = 0;
    driver_error_text(driver, result, text, sizeof text);
    if (result == CUDA_ERROR_OUT_OF_MEMORY &&
        driver->cuMemGetInfo_v2(&available, &total) == CUDA_SUCCESS)
        snprintf(memory, sizeof memory, ", %zu of %zu bytes free", available, total);
    snprintf(error, DEVICE_ERROR_TEXT, "%.560s: %s%s [%.200s]", what, text, memory, driver->path);
    switch (result) {
    case CUDA_ERROR_OUT_OF_MEMORY:
        return DEVICE_NO_MEMORY;
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_INVALID_SOURCE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_NOT_FOUND:
        return DEVICE_BAD_KERNEL;
    default:
        return DEVICE_FAILED;
    }
}
