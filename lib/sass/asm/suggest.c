// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The instruction whose name is nearest to a misspelt one.
#include "sass/asm/internal.h"

#include <string.h>

enum { MAX_NAME = 16, MAX_EDITS = 2 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// Letters to insert, delete or replace, and neighbours to swap, to make b of a (the optimal string
// alignment distance).
static unsigned edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned d[MAX_NAME + 1][MAX_NAME + 1];
    for (unsigned i = 0; i <= a_length; i++)
        d[i][0] = i;
    for (unsigned j = 0; j <= b_length; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        for (size_t j = 1; j <= b_length; j++) {
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1,
                            d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a_length][b_length];
}

const char *nearest_instruction(unsigned arch, const char *text, size_t *length)
{
    size_t text_length = strcspn(text, ".");
    if (text_length == 0 || text_length > MAX_NAME)
        return NULL;
    const char *nearest = NULL;
    unsigned fewest = least(MAX_EDITS, (unsigned)(text_length - 1) / 2) + 1;
    for (size_t i = 0; i < sass_row_count(); i++) {
        const struct sass_row *row = sass_row_at(i);
        size_t n = strcspn(row->mnemonic, ".");
        if (!(row->archs & arch) || n > MAX_NAME)
            continue;
        unsigned distance = edits(text, text_length, row->mnemonic, n);
        if (distance < fewest) {
            fewest = distance;
            nearest = row->mnemonic;
            *length = n;
        }
    }
    return nearest;
}
