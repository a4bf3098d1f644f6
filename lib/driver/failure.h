// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A driver error as a device_result and a line of text.
#ifndef SASSDNN_FAILURE_H
#define SASSDNN_FAILURE_H

#include "driver/device.h"
#include "driver/driver.h"

/// Write "what: the driver's text [libcuda's path]" to error[DEVICE_ERROR_TEXT], with the free
/// bytes of the current context's device where it is out of memory.
enum device_result driver_failure(const struct driver *driver, CUresult result, const char *what,
                                  char *error);

#endif
