// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// UTF-8, for names that go into a table and into JSON.
#ifndef SASSDNN_BENCH_UTF8_H
#define SASSDNN_BENCH_UTF8_H

#include <stddef.h>

/// Bytes of the character that starts at `text`, of which `length` bytes are there; 0 where they do
/// not begin with a character (RFC 3629: nothing overlong, no surrogate, nothing above U+10FFFF).
size_t utf8_character(const char *text, size_t length);

/// Characters of a text, which is what a terminal gives a column each but for wide ones.
int utf8_columns(const char *text);

/// Bytes of the first `columns` characters, or of all where there are fewer.
int utf8_prefix(const char *text, int columns);

#endif
