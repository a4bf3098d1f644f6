// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Kernel parameters as they are written on the command line: "u32:5", "ptr:64K:random".
#ifndef SASSKIT_PARAM_H
#define SASSKIT_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum param_fill { PARAM_ZERO, PARAM_RANDOM };

struct param_value {
    const char *text;
    unsigned bytes;      ///< of the parameter
    uint64_t bits;       ///< its value
    size_t buffer_bytes; ///< a pointer to so many bytes of device memory; 0: no pointer
    enum param_fill fill;
};

/// What a parameter may look like, for messages.
extern const char param_forms[];

/// False where the text is no parameter.
bool param_parse(const char *text, struct param_value *value);

/// A number of bytes, "65536" or "64K"; K, M and G are powers of 1024. False for 0 and others.
bool param_parse_bytes(const char *text, const char **end, size_t *bytes);

#endif
