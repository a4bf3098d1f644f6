// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the comments at the head of a broken kernel say: README.md has the lines.
#ifndef TEST_BROKEN_CASE_H
#define TEST_BROKEN_CASE_H

#include <stdbool.h>
#include <stdint.h>

enum { CASE_PARAMS = 4, CASE_FINDINGS = 4, CASE_TEXT = 200 };

/// Who finds a mistake.
enum finder {
    BY_ASSEMBLER,
    BY_LINT,
    BY_FAULT,
    BY_HAZARDS,
    BY_MEMORY,
    BY_RACES,
    BY_BARRIERS,
    FINDERS
};

extern const char *const finder_names[FINDERS];

enum param_kind {
    PARAM_VALUE,
    PARAM_FILLED, ///< memory that holds zeros
    PARAM_FRESH,  ///< memory that nobody has written
    PARAM_FREED,  ///< memory that is there no more
};

struct case_param {
    enum param_kind kind;
    uint32_t number; ///< the value, or bytes
};

struct case_finding {
    enum finder finder;
    char text[CASE_TEXT];
};

struct broken_case {
    unsigned grid, block, dynamic_shared;
    unsigned barriers; ///< for the header; 0: as the assembler counts
    unsigned oldest, before; ///< architectures; 0: all
    struct case_param params[CASE_PARAMS];
    unsigned param_count;
    struct case_finding findings[CASE_FINDINGS];
    unsigned finding_count;
    unsigned line;  ///< the one that is marked "HERE"; 0: none
    unsigned other; ///< the one that is marked "AND HERE"; 0: none
};

/// False: the file cannot be read, or a line of its head not understood; says so.
bool case_read(struct broken_case *to, const char *path);

#endif
