// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/nearest.h"

#include "sass/isa.h"

#include <ctype.h>
#include <string.h>

enum { MAX_NAME = 16, MAX_EDITS = 2 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
    return toupper((unsigned char)a) == toupper((unsigned char)b);
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
                            d[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a_length][b_length];
}

struct nearest nearest_begin(const char *text, size_t length)
{
    bool usable = length > 0 && length <= MAX_NAME;
    return (struct nearest){.text = text,
                            .length = length,
                            .fewest =
                                usable ? least(MAX_EDITS, (unsigned)(length - 1) / 2) + 1 : 0};
}

void nearest_try(struct nearest *nearest, const char *word, size_t length)
{
    if (nearest->fewest == 0 || length == 0 || length > MAX_NAME)
        return;
    unsigned distance = edits(nearest->text, nearest->length, word, length);
    if (distance >= nearest->fewest)
        return;
    nearest->fewest = distance;
    nearest->word = word;
    nearest->word_length = length;
}

const char *nearest_instruction(unsigned arch, const char *text, size_t *length)
{
    struct nearest nearest = nearest_begin(text, strcspn(text, "."));
    for (size_t i = 0; i < sass_row_count(); i++) {
        const struct sass_row *row = sass_row_at(i);
        if (row->archs & arch)
            nearest_try(&nearest, row->mnemonic, strcspn(row->mnemonic, "."));
    }
    *length = nearest.word_length;
    return nearest.word;
}
