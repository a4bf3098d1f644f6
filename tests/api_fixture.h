// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the tests of the public interface share: expectations of a status with its last-error text,
// and the descriptors of one convolution.
#ifndef SASSDNN_API_FIXTURE_H
#define SASSDNN_API_FIXTURE_H

#include "sassdnn/sassdnn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// Fail the test unless a call returned `expected` and left a last-error text that contains `part`
/// (an empty one after a success). Reads the text, which clears it.
void expect(sassdnnStatus_t status, sassdnnStatus_t expected, const char *part, const char *call);
#define EXPECT(expected, part, call) expect(call, SASSDNN_STATUS_##expected, part, #call)
#define GOOD(call) EXPECT(SUCCESS, "", call)
#define BAD(part, call) EXPECT(BAD_PARAM, part, call)

/// Descriptors of one convolution: x 2x4x5x6, w 6x4x3x3, pad 1, y 2x6x5x6.
struct fixture {
    sassdnnTensorDescriptor_t x, y;
    sassdnnFilterDescriptor_t w;
    sassdnnConvolutionDescriptor_t conv;
};

/// Set them all; FLOAT, NCHW, cross-correlation, one group.
void set_all(const struct fixture *f);

/// Create and destroy them, as cmocka's setup and teardown; *state is the fixture.
int create_descriptors(void **state);
int destroy_descriptors(void **state);

/// Set a tensor by numbers that need not be enumerators.
sassdnnStatus_t set_tensor(sassdnnTensorDescriptor_t tensor, int format, int type, int n, int c,
                           int h, int w);

/// Expect a status and n, c, h, w of sassdnnGetConvolution2dForwardOutputDim, -7 where unchanged.
void expect_output(const struct fixture *f, sassdnnStatus_t expected, const char *part,
                   const int dims[4]);

#endif
