// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Problem strings in benchdnn's notation, as in g1mb128ic64ih27oc192oh27kh5ph2n"conv2", and model
// files, which hold one per line.
//
// Keys, each followed by a number: g groups, mb batch, ic and oc channels, i o k s p d with h or w
// for input, output, filter, stride, padding and dilation, and n with a name, which comes last.
// "_" between items is skipped. What is left out:
//   g 1, mb 2, stride 1, dilation 0 (benchdnn counts the gaps: 0 is a dense filter)
//   no w key at all       square: every w value is the h value
//   no h key at all       one-dimensional: ih 1, kh 1
//   some h and some w     a missing value, but for the output, is that of the other direction
//   padding               0, or what centres the filter where the output size is given
//   output size           the formula's; a given one must agree with it
// The keys of the third dimension (id od kd sd pd dd) are accepted with their trivial values only.
#ifndef SASSDNN_BENCH_PROBLEM_STRING_H
#define SASSDNN_BENCH_PROBLEM_STRING_H

#include "plan/problem.h"

#include <stddef.h>

enum {
    PROBLEM_NAME = 48,
    PROBLEM_STRING_TEXT = 256,
    PROBLEM_ERROR_TEXT = 256,
    PROBLEM_LIST_ERROR_TEXT = PROBLEM_ERROR_TEXT + 4096 + 48 ///< a path goes in front
};

struct bench_problem {
    char name[PROBLEM_NAME];  ///< UTF-8, without the quotes; "" where the string has none
    struct conv_problem conv; ///< complete, packed NCHW
};

/// Parse one problem string of `length` bytes. Returns false with a one-line text of what is wrong
/// in error[PROBLEM_ERROR_TEXT] and where in *column, counted in bytes from 1.
bool problem_string_parse(const char *text, size_t length, struct bench_problem *problem,
                          size_t *column, char *error);

/// Replace the batch. Returns false with a text where the result would be too large.
bool problem_set_batch(struct bench_problem *problem, int64_t batch, char *error);

/// The problem as a string that parses to the same problem again.
void problem_string_format(const struct bench_problem *problem, char text[PROBLEM_STRING_TEXT]);

/// What a problem is called in messages and tables: its name, or "#3" for the third, whose index
/// is 2.
void problem_label(const struct bench_problem *problem, size_t index, char label[PROBLEM_NAME]);

struct problem_list {
    struct bench_problem *item;
    size_t count;
};

void problem_list_free(struct problem_list *list);

/// Append one problem. Returns false when memory runs out.
bool problem_list_add(struct problem_list *list, const struct bench_problem *problem);

/// Append a model file's problems. Empty lines, everything from a # outside quotes to the end of
/// the line, and a byte order mark at the start are skipped. Returns false with "FILE:LINE:COLUMN:
/// what is wrong" or "FILE: reason" in error[PROBLEM_LIST_ERROR_TEXT]; a file without a problem is
/// an error.
bool problem_list_read(struct problem_list *list, const char *path, char *error);

#endif
