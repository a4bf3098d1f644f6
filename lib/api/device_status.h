// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#ifndef SASSDNN_DEVICE_STATUS_H
#define SASSDNN_DEVICE_STATUS_H

#include "driver/device.h"
#include "sassdnn/sassdnn.h"

/// The public status of what the device said; where it failed, `text` becomes the last error.
sassdnnStatus_t device_status(enum device_result result, const char *text);

#endif
