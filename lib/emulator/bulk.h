// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What binders tell the executors of exec_bulk.c in info->v.
#ifndef EMULATOR_BULK_H
#define EMULATOR_BULK_H

enum bulk_way { BULK_TO_SHARED, BULK_TO_GLOBAL, BULK_BETWEEN_SHARED };

#endif
