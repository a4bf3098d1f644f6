// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the comments at the head of a broken kernel say, besides prose:
//
//   launch: grid 2, block 64
//   dynamic shared memory: 128           of the launch, in bytes
//   barriers of the header: 2            instead of those that the assembler has counted
//   from sm_90 on, before sm_90          where the mistake exists; else it does everywhere
//   parameter: 128 bytes of zeros        in their order: memory, filled, ...
//   parameter: 128 fresh bytes           ... or not, ...
//   parameter: 128 freed bytes           ... or there no more
//   parameter: the number 7
//   found by CHECK: TEXT                 each must find it, and say TEXT
//
// CHECK is assembler, lint, fault (the launch ends) or one of SASSDNN_EMU_CHECK. A report must name
// the place of the line that is marked "// HERE" and, if there is one, that of "// AND HERE".
// With FIXED 1 the file is the corrected kernel, with 0 the broken one.
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
    unsigned barriers;       ///< for the header; 0: as the assembler counts
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
