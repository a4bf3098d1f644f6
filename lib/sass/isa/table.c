// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The instruction table. Encodings were derived from what ptxas emits and nvdisasm prints;
// tests/test_isa.c has nvdisasm judge every row on every architecture that it claims.
#include "sass/isa/table.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

enum { MAX_NAMED = 4096 };
static struct sass_named_row named[MAX_NAMED];
static size_t named_count;
static pthread_once_t named_once = PTHREAD_ONCE_INIT;

static int compare_words(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t shorter = a_length < b_length ? a_length : b_length;
    int order = memcmp(a, b, shorter);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_named(const void *a, const void *b)
{
    const struct sass_named_row *x = a, *y = b;
    int order = compare_words(x->row->mnemonic, x->length, y->row->mnemonic, y->length);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static void sort_names(void)
{
    for (size_t g = 0; g < GROUP_COUNT; g++) {
        for (size_t i = 0; i < groups[g]->count && named_count < MAX_NAMED; i++) {
            const struct sass_row *row = &groups[g]->rows[i];
            named[named_count] =
                (struct sass_named_row){row, strcspn(row->mnemonic, "."), named_count};
            named_count++;
        }
    }
    qsort(named, named_count, sizeof named[0], compare_named);
}

const struct sass_named_row *sass_rows_named(const char *text, size_t *count)
{
    pthread_once(&named_once, sort_names);
    size_t length = strcspn(text, "."), low = 0, high = named_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_words(named[middle].row->mnemonic, named[middle].length, text, length) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < named_count &&
           compare_words(named[low + *count].row->mnemonic, named[low + *count].length, text,
                         length) == 0)
        (*count)++;
    return *count ? &named[low] : NULL;
}
