// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The groups that make up the instruction table, one file each.
#ifndef SASS_ISA_TABLE_H
#define SASS_ISA_TABLE_H

#include "sass/isa.h"

struct sass_row_group {
    const struct sass_row *rows;
    size_t count;
};

#define GROUP(name) extern const struct sass_row_group sass_group_##name;
#include "sass/isa/groups.def"
#undef GROUP

#endif
