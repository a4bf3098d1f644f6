// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the round trip found: totals, and lists by instruction form.
#ifndef TESTS_ROUNDTRIP_REPORT_H
#define TESTS_ROUNDTRIP_REPORT_H

#include "roundtrip_words.h"

enum { ARCH_COUNT = 4, TEXT_BYTES = 512, FORM_BYTES = 160, MAX_REFUSALS = 16 };

extern const unsigned arch_sm[ARCH_COUNT];

/// Instructions of one form that share a fate.
struct finding {
    char mnemonic[FORM_BYTES], operands[FORM_BYTES];
    uint64_t count;
    struct sass_word word;
    const char *file;
    char *text; ///< nvdisasm's
    char *ours; ///< our text, our word, or the encoder's error; NULL for a missing row
};

struct findings {
    struct finding *list;
    size_t count, capacity;
};

struct totals {
    struct word_set set;
    uint64_t files, instructions, decoded, same_word, same_text;
    uint64_t documented; ///< instructions whose text differs as sass_kernels/README.md says
    struct findings forms, missing, different, changed;
};

/// Reasons why cubin_read refused a file, each with its first example.
struct refusals {
    struct {
        char reason[256];
        const char *file;
        unsigned count;
    } list[MAX_REFUSALS];
    unsigned count;
};

/// Every word belongs to a form.
void report_form(struct totals *total, const struct seen_word *seen);
void report_missing(struct totals *total, const struct seen_word *seen);
void report_different(struct totals *total, const struct seen_word *seen, const char *ours);
/// Encoding gave another word, or an error.
void report_changed(struct totals *total, const struct seen_word *seen, struct sass_word word,
                    struct sass_word again, const char *error);
void report_refused(struct refusals *refusals, const char *file, const char *reason);

/// Prints the summary and writes the lists to `folder`. Returns whether all is well.
bool report_print(struct totals totals[ARCH_COUNT], const struct refusals *refusals,
                  const char *folder, bool only_missing, double floor);
void totals_free(struct totals *total);

#endif
