// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Compares two cubins in everything that a driver may read: header, sections in their order,
// symbols, records, contents and segments.
#ifndef TESTS_CUBIN_COMPARE_H
#define TESTS_CUBIN_COMPARE_H

#include <stddef.h>

/// Prints each difference as a line "label: only in ours: ..." or "label: only in theirs: ..." to
/// stderr (not if label is NULL) and returns their number. The differences that are allowed,
/// because no driver reads them or because ELF forbids what ptxas does:
/// - .debug_frame, its relocations and its symbol;
/// - the nameless symbol that ptxas leaves on sm_90;
/// - the order of the symbols on sm_90, where ptxas puts local ones behind global ones, and with
///   it the numbers of the symbols (which are compared by what they name);
/// - file offsets, and the size and contents of .symtab, .strtab and .shstrtab.
/// The files must be well-formed.
size_t cubin_compare(const char *label, const unsigned char *ours, size_t our_size,
                     const unsigned char *theirs, size_t their_size);

#endif
