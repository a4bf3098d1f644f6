// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The word that is nearest to a misspelt one, for messages.
#ifndef SASS_NEAREST_H
#define SASS_NEAREST_H

#include <stddef.h>

/// The nearest of some words to one that is not known.
struct nearest {
    const char *text;
    size_t length;
    unsigned fewest; ///< typing errors; words further away are not suggested
    const char *word;
    size_t word_length;
};
struct nearest nearest_begin(const char *text, size_t length);
void nearest_try(struct nearest *nearest, const char *word, size_t length);
/// The first word of a mnemonic of `arch` that is at most two typing errors away from that of
/// `text`, and its length; NULL if there is none.
const char *nearest_instruction(unsigned arch, const char *text, size_t *length);

#endif
