// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What nvdisasm prints for a set of words, and the form of an instruction's text.
#ifndef TESTS_ROUNDTRIP_TEXT_H
#define TESTS_ROUNDTRIP_TEXT_H

#include "roundtrip_words.h"

/// Word i is disassembled as if it stood at this address: high, so that no branch leaves memory.
uint64_t judged_address(size_t i);

/// Fills in the text of every word, from folder/sm_XX.txt if folder/sm_XX.words shows
/// that they are the same as last time. Returns false with a line on stderr if nvdisasm cannot be
/// run or leaves out a word.
bool judge_words(struct word_set *set, unsigned sm, const char *nvdisasm, const char *folder);

/// Splits "@!P0 IADD3.X R1, R2, 0x5, RZ" into "IADD3.X" and the kinds of its operands, "R,R,I,R".
/// Each is cut off at `size` bytes.
void text_form(const char *text, char *mnemonic, char *operands, size_t size);

#endif
