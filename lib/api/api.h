// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the files of the public interface share: the objects behind the opaque types, the check of
// arguments, and the last-error text.
#ifndef SASSDNN_API_H
#define SASSDNN_API_H

#include "sassdnn/sassdnn.h"

#include <stdbool.h>
#include <stdint.h>

struct device;

// Objects --------------------------------------------------------------------------------------

enum object_kind { OBJECT_HANDLE, OBJECT_TENSOR, OBJECT_FILTER, OBJECT_CONVOLUTION };

/// First member of everything that a caller holds a pointer to. A registry knows the live ones, so
/// that a pointer is only followed once it was found there.
struct object {
    enum object_kind kind;
    struct object *next; ///< in its bucket of the registry
};

struct sassdnnContext {
    struct object object;
    struct device *device;
    struct CUstream_st *stream;
};

struct sassdnnTensorStruct {
    struct object object;
    sassdnnDataType_t type;
    int dims[4];    ///< N, C, H, W; zeros until set
    int strides[4]; ///< elements; vectors of channels with NCHW_VECT_C
    bool vectors;   ///< set as NCHW_VECT_C
    size_t bytes;
};

struct sassdnnFilterStruct {
    struct object object;
    sassdnnDataType_t type;
    sassdnnTensorFormat_t format;
    int dims[4];    ///< K, C / groups, R, S; zeros until set
    int strides[4]; ///< as a tensor's
    size_t bytes;
};

struct sassdnnConvolutionStruct {
    struct object object;
    int pad[2], stride[2], dilation[2]; ///< height, width; strides are 0 until set
    sassdnnConvolutionMode_t mode;
    sassdnnDataType_t compute_type;
    sassdnnMathType_t math_type;
    int groups;
};

/// Allocate `size` zeroed bytes and enter them in the registry. NULL, with a last-error text, where
/// there is no memory.
void *object_create(enum object_kind kind, size_t size);

/// Whether `pointer` is a live object of this kind; if not, the last-error text says what it is,
/// calling it `name`.
bool object_check(const void *pointer, enum object_kind kind, const char *name);

/// Take a live object out of the registry; the caller frees it. NULL, not an object of this kind:
/// false, with a last-error text.
bool object_remove(void *pointer, enum object_kind kind, const char *name);

/// A descriptor's Destroy call: NULL is allowed.
sassdnnStatus_t object_destroy(void *pointer, enum object_kind kind, const char *name);

// Errors ---------------------------------------------------------------------------------------

/// Set the thread's last-error text, in the manner of printf, and return the status.
sassdnnStatus_t api_fail(sassdnnStatus_t status, const char *format, ...);

/// A pointer argument with its name, for api_need.
struct argument {
    const char *name;
    const void *pointer;
};
#define ARGUMENT(parameter)                                                                        \
    {                                                                                              \
#parameter, parameter                                                                      \
    }

/// Whether no pointer of the list, which ends with a NULL name, is NULL; if one is, the last-error
/// text names it.
bool api_need(const struct argument *arguments);

// Types ----------------------------------------------------------------------------------------

bool type_is_known(sassdnnDataType_t type);
const char *type_name(sassdnnDataType_t type); ///< of a known type: "FLOAT"
size_t type_bytes(sassdnnDataType_t type);     ///< of one element, or of one vector of channels
int type_vector(sassdnnDataType_t type);       ///< channels of a vector type, else 1

/// Check type, format and dimensions of a packed tensor or filter called `name`, as
/// sassdnnSetFilter4dDescriptor says. Where they hold, strides[4] (counting vectors of channels for
/// NCHW_VECT_C) and *bytes are set.
sassdnnStatus_t packed_layout(const char *name, sassdnnTensorFormat_t format,
                              sassdnnDataType_t type, const int dims[4], int strides[4],
                              size_t *bytes);

// Problems -------------------------------------------------------------------------------------

struct conv_problem;

/// N, K, P and Q of the forward convolution of live descriptors. See
/// sassdnnGetConvolution2dForwardOutputDim for errors and for what is set then.
sassdnnStatus_t forward_output_dims(const struct sassdnnConvolutionStruct *conv,
                                    const struct sassdnnTensorStruct *x,
                                    const struct sassdnnFilterStruct *w, int64_t dims[4]);

/// The problem of a forward call with alpha 1 and beta 0. BAD_PARAM where a descriptor is not
/// alive or not set or where they do not belong together.
sassdnnStatus_t forward_problem(const struct sassdnnConvolutionStruct *conv,
                                const struct sassdnnTensorStruct *x,
                                const struct sassdnnFilterStruct *w,
                                const struct sassdnnTensorStruct *y, struct conv_problem *problem);

#endif
