// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The distinct instruction words of many cubins, by architecture.
#ifndef TESTS_ROUNDTRIP_WORDS_H
#define TESTS_ROUNDTRIP_WORDS_H

#include "sass/isa.h"

/// A word with all its scheduling bits but the reuse flags, which show in the text, set to 0.
struct seen_word {
    struct sass_word word;    ///< without scheduling bits
    struct sass_word example; ///< as first seen
    uint64_t count;           ///< instructions
    const char *file;         ///< where it was first seen
    char *text;               ///< nvdisasm's
    bool decoded;
};

struct word_set {
    struct seen_word *words; ///< in the order of their first appearance
    size_t count, capacity;
    uint32_t *index; ///< open hash table of numbers + 1
    size_t index_size;
};

/// Counts one instruction. Returns its entry; valid until the next call. Exits when out of memory.
struct seen_word *word_set_add(struct word_set *set, struct sass_word word, const char *file);
void word_set_free(struct word_set *set);

#endif
