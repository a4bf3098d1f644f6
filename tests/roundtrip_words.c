// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "roundtrip_words.h"

#include <stdio.h>
#include <stdlib.h>

enum { CONTROL_BIT = 105, CONTROL_WIDTH = 17 }; // stall, yield, barriers, wait mask

static void *grow(void *memory, size_t count, size_t size)
{
    memory = realloc(memory, count * size);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

static size_t slot_of(const struct word_set *set, struct sass_word word)
{
    uint64_t hash = (word.lo ^ (word.hi << 23 | word.hi >> 41)) * UINT64_C(0x9e3779b97f4a7c15);
    size_t slot = (size_t)(hash >> 20) & (set->index_size - 1);
    while (set->index[slot]) {
        struct sass_word other = set->words[set->index[slot] - 1].word;
        if (other.lo == word.lo && other.hi == word.hi)
            break;
        slot = (slot + 1) & (set->index_size - 1);
    }
    return slot;
}

static void grow_index(struct word_set *set)
{
    free(set->index);
    set->index_size = set->index_size ? 2 * set->index_size : 1 << 12;
    set->index = grow(NULL, set->index_size, sizeof *set->index);
    for (size_t i = 0; i < set->index_size; i++)
        set->index[i] = 0;
    for (size_t i = 0; i < set->count; i++)
        set->index[slot_of(set, set->words[i].word)] = (uint32_t)i + 1;
}

struct seen_word *word_set_add(struct word_set *set, struct sass_word word, const char *file)
{
    struct sass_word bare = word;
    sass_set_bits(&bare, CONTROL_BIT, CONTROL_WIDTH, 0);
    if (2 * (set->count + 1) > set->index_size)
        grow_index(set);
    size_t slot = slot_of(set, bare);
    if (!set->index[slot]) {
        if (set->count == set->capacity) {
            set->capacity = set->capacity ? 2 * set->capacity : 1 << 10;
            set->words = grow(set->words, set->capacity, sizeof *set->words);
        }
        set->words[set->count++] = (struct seen_word){.word = bare, .example = word, .file = file};
        set->index[slot] = (uint32_t)set->count;
    }
    struct seen_word *seen = &set->words[set->index[slot] - 1];
    seen->count++;
    return seen;
}

void word_set_free(struct word_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->words[i].text);
    free(set->words);
    free(set->index);
}
