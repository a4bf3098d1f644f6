// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The instruction table. Encodings were derived from what ptxas emits and nvdisasm prints;
// tests/test_isa.c has nvdisasm judge every row on every architecture that it claims.
#include "sass/isa/table.h"

static const struct sass_row_group *const groups[] = {
#define GROUP(name) &sass_group_##name,
#include "sass/isa/groups.def"
#undef GROUP
};

enum { GROUP_COUNT = sizeof groups / sizeof groups[0] };

size_t sass_row_count(void)
{
    size_t count = 0;
    for (size_t g = 0; g < GROUP_COUNT; g++)
        count += groups[g]->count;
    return count;
}

const struct sass_row *sass_row_at(size_t i)
{
    for (size_t g = 0; g < GROUP_COUNT; g++) {
        if (i < groups[g]->count)
            return &groups[g]->rows[i];
        i -= groups[g]->count;
    }
    return NULL;
}
