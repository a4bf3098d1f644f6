// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Shared by driver_get and driver_get_or_emulator: the process's one driver and how a libcuda
// becomes a table.
#ifndef SASSDNN_DRIVER_LOAD_H
#define SASSDNN_DRIVER_LOAD_H

#include "driver/driver.h"

/// Load a libcuda and resolve every function of the table. `flags` are dlopen's. NULL with a
/// one-line text in error[DRIVER_ERROR_TEXT], else dlopen's handle.
void *driver_load(const char *name, int flags, struct driver *driver, char *error);

/// Finds a driver and fills `driver`; false with a text in error[DRIVER_ERROR_TEXT].
typedef bool driver_finder(struct driver *driver, char *error);

/// driver_get's search.
driver_finder driver_find;

/// The process's driver; where there is none yet, what `find` finds becomes it. Thread-safe.
const struct driver *driver_once(driver_finder *find, char *error);

#endif
