// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// sassdnn: convolutions for NVIDIA GPUs. The nouns, verbs, argument orders and numbers are those of
// cuDNN 9 with another prefix, so that a caller of its classic convolution calls changes a prefix.
//
// Terms: x is the input [N, C, H, W], w the filter [K, C / groups, R, S], y the output
// [N, K, P, Q]. Strides are in elements; the stride of a dimension of size 1 has no meaning and is
// ignored everywhere.
//
// Errors: a call that does not return SASSDNN_STATUS_SUCCESS leaves a line in the calling thread's
// last-error text that names the failed condition with its values (sassdnnGetLastErrorString).
// Every call refuses a NULL that it cannot use, and a descriptor or handle that is not alive or
// is of another kind, with SASSDNN_STATUS_BAD_PARAM; nothing is refused after work was started on
// the GPU. A refused Set call leaves the descriptor as it was.
//
// Threads: all calls may be made from any thread at once, except that one handle or one descriptor
// must not be changed or destroyed while another thread uses it, and that one handle serves one
// thread at a time.
#ifndef SASSDNN_SASSDNN_H
#define SASSDNN_SASSDNN_H

#include <stddef.h>

#define SASSDNN_MAJOR 0
#define SASSDNN_MINOR 1
#define SASSDNN_PATCHLEVEL 0
#define SASSDNN_VERSION (SASSDNN_MAJOR * 10000 + SASSDNN_MINOR * 100 + SASSDNN_PATCHLEVEL)

#if defined(__GNUC__)
#define SASSDNN_API __attribute__((visibility("default")))
#else
#define SASSDNN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A CUDA stream: the same structure as CUstream and cudaStream_t, so that either can be given
/// without a cast. NULL is the default stream.
struct CUstream_st;

typedef struct sassdnnContext *sassdnnHandle_t;
typedef struct sassdnnTensorStruct *sassdnnTensorDescriptor_t;
typedef struct sassdnnFilterStruct *sassdnnFilterDescriptor_t;
typedef struct sassdnnConvolutionStruct *sassdnnConvolutionDescriptor_t;

/// What a call returns. Thousands are categories: SASSDNN_STATUS_CATEGORY.
typedef enum {
    SASSDNN_STATUS_SUCCESS = 0,

    SASSDNN_STATUS_NOT_INITIALIZED = 1001,
    SASSDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH = 1002,
    SASSDNN_STATUS_SERIALIZATION_VERSION_MISMATCH = 1003,
    SASSDNN_STATUS_DEPRECATED = 1004,
    SASSDNN_STATUS_LICENSE_ERROR = 1005,
    SASSDNN_STATUS_RUNTIME_IN_PROGRESS = 1006,
    SASSDNN_STATUS_RUNTIME_FP_OVERFLOW = 1007,
    SASSDNN_STATUS_SUBLIBRARY_LOADING_FAILED = 1008,

    SASSDNN_STATUS_BAD_PARAM = 2000,
    SASSDNN_STATUS_INVALID_VALUE = 2001,
    SASSDNN_STATUS_BAD_PARAM_NULL_POINTER = 2002,
    SASSDNN_STATUS_BAD_PARAM_MISALIGNED_POINTER = 2003,
    SASSDNN_STATUS_BAD_PARAM_NOT_FINALIZED = 2004,
    SASSDNN_STATUS_BAD_PARAM_OUT_OF_BOUND = 2005,
    SASSDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT = 2006,
    SASSDNN_STATUS_BAD_PARAM_STREAM_MISMATCH = 2007,
    SASSDNN_STATUS_BAD_PARAM_SHAPE_MISMATCH = 2008,
    SASSDNN_STATUS_BAD_PARAM_DUPLICATED_ENTRIES = 2009,
    SASSDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE = 2010,
    SASSDNN_STATUS_BAD_PARAM_CUDA_GRAPH_MISMATCH = 2011,
    SASSDNN_STATUS_BAD_PARAM_DESCRIPTOR_TYPE = 2012,

    SASSDNN_STATUS_NOT_SUPPORTED = 3000,
    SASSDNN_STATUS_NOT_SUPPORTED_GRAPH_PATTERN = 3001,
    SASSDNN_STATUS_NOT_SUPPORTED_SHAPE = 3002,
    SASSDNN_STATUS_NOT_SUPPORTED_DATA_TYPE = 3003,
    SASSDNN_STATUS_NOT_SUPPORTED_LAYOUT = 3004,
    SASSDNN_STATUS_NOT_SUPPORTED_INCOMPATIBLE_CUDA_DRIVER = 3005,
    SASSDNN_STATUS_NOT_SUPPORTED_INCOMPATIBLE_CUDART = 3006,
    SASSDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH = 3007,
    SASSDNN_STATUS_NOT_SUPPORTED_RUNTIME_PREREQUISITE_MISSING = 3008,
    SASSDNN_STATUS_NOT_SUPPORTED_SUBLIBRARY_UNAVAILABLE = 3009,
    SASSDNN_STATUS_NOT_SUPPORTED_SHARED_MEMORY_INSUFFICIENT = 3010,
    SASSDNN_STATUS_NOT_SUPPORTED_PADDING = 3011,
    SASSDNN_STATUS_NOT_SUPPORTED_BAD_LAUNCH_PARAM = 3012,
    SASSDNN_STATUS_NOT_SUPPORTED_CUDA_GRAPH_NATIVE_API = 3013,
    SASSDNN_STATUS_NOT_SUPPORTED_INVALID_DYNAMIC_SHAPE = 3014,

    SASSDNN_STATUS_INTERNAL_ERROR = 4000,
    SASSDNN_STATUS_INTERNAL_ERROR_COMPILATION_FAILED = 4001,
    SASSDNN_STATUS_INTERNAL_ERROR_UNEXPECTED_VALUE = 4002,
    SASSDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED = 4003,
    SASSDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED = 4004,
    SASSDNN_STATUS_INTERNAL_ERROR_BAD_LAUNCH_PARAM = 4005,
    SASSDNN_STATUS_INTERNAL_ERROR_TEXTURE_CREATION_FAILED = 4006,

    SASSDNN_STATUS_EXECUTION_FAILED = 5000,
    SASSDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER = 5001,
    SASSDNN_STATUS_EXECUTION_FAILED_CUBLAS = 5002,
    SASSDNN_STATUS_EXECUTION_FAILED_CUDART = 5003,
    SASSDNN_STATUS_EXECUTION_FAILED_CURAND = 5004,

    // Older names of the same numbers.
    SASSDNN_STATUS_ALLOC_FAILED = SASSDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED,
    SASSDNN_STATUS_ARCH_MISMATCH = SASSDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH,
    SASSDNN_STATUS_MAPPING_ERROR = SASSDNN_STATUS_INTERNAL_ERROR_TEXTURE_CREATION_FAILED,
    SASSDNN_STATUS_RUNTIME_PREREQUISITE_MISSING =
        SASSDNN_STATUS_NOT_SUPPORTED_RUNTIME_PREREQUISITE_MISSING,
    SASSDNN_STATUS_VERSION_MISMATCH = SASSDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH
} sassdnnStatus_t;

#define SASSDNN_STATUS_CATEGORY(status) ((status) / 1000 * 1000)

typedef enum {
    SASSDNN_DATA_FLOAT = 0,
    SASSDNN_DATA_DOUBLE = 1,
    SASSDNN_DATA_HALF = 2,
    SASSDNN_DATA_INT8 = 3,
    SASSDNN_DATA_INT32 = 4,
    SASSDNN_DATA_INT8x4 = 5,
    SASSDNN_DATA_UINT8 = 6,
    SASSDNN_DATA_UINT8x4 = 7,
    SASSDNN_DATA_INT8x32 = 8,
    SASSDNN_DATA_BFLOAT16 = 9,
    SASSDNN_DATA_INT64 = 10,
    SASSDNN_DATA_BOOLEAN = 11,
    SASSDNN_DATA_FP8_E4M3 = 12,
    SASSDNN_DATA_FP8_E5M2 = 13
} sassdnnDataType_t;

typedef enum {
    SASSDNN_TENSOR_NCHW = 0,       ///< W innermost
    SASSDNN_TENSOR_NHWC = 1,       ///< C innermost
    SASSDNN_TENSOR_NCHW_VECT_C = 2 ///< vectors of 4 or 32 channels, W innermost; strides count
                                   ///< vectors
} sassdnnTensorFormat_t;

typedef enum {
    SASSDNN_CONVOLUTION = 0,      ///< taps are mirrored: w[R-1-r][S-1-s]
    SASSDNN_CROSS_CORRELATION = 1 ///< as neural networks use it
} sassdnnConvolutionMode_t;

typedef enum {
    SASSDNN_DEFAULT_MATH = 0,
    SASSDNN_TENSOR_OP_MATH = 1,
    SASSDNN_TENSOR_OP_MATH_ALLOW_CONVERSION = 2,
    SASSDNN_FMA_MATH = 3
} sassdnnMathType_t;

/// Forward algorithms. IMPLICIT_GEMM and IMPLICIT_PRECOMP_GEMM run; the others are answered with
/// SASSDNN_STATUS_NOT_SUPPORTED.
typedef enum {
    SASSDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM = 0,
    SASSDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM = 1,
    SASSDNN_CONVOLUTION_FWD_ALGO_GEMM = 2,
    SASSDNN_CONVOLUTION_FWD_ALGO_DIRECT = 3,
    SASSDNN_CONVOLUTION_FWD_ALGO_FFT = 4,
    SASSDNN_CONVOLUTION_FWD_ALGO_FFT_TILING = 5,
    SASSDNN_CONVOLUTION_FWD_ALGO_WINOGRAD = 6,
    SASSDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED = 7,
    SASSDNN_CONVOLUTION_FWD_ALGO_COUNT = 8
} sassdnnConvolutionFwdAlgo_t;

// Library --------------------------------------------------------------------------------------

/// SASSDNN_VERSION of the library that runs.
SASSDNN_API size_t sassdnnGetVersion(void);

/// The enumerator's name, "SASSDNN_STATUS_BAD_PARAM"; "SASSDNN_UNKNOWN_STATUS" for another number.
SASSDNN_API const char *sassdnnGetErrorString(sassdnnStatus_t status);

/// Copy the calling thread's last-error text, cut to max_size bytes with its terminator, to
/// `message` and clear it. Empty when no call of this thread failed since the last reading. Does
/// nothing where message is NULL or max_size is 0.
SASSDNN_API void sassdnnGetLastErrorString(char *message, size_t max_size);

// Handle ---------------------------------------------------------------------------------------

/// Make a handle for the calling thread's current CUDA context; where it has none, the primary
/// context of device 0 is made current first and stays, as with the CUDA runtime. Finds the
/// driver (the path in the environment variable SASSDNN_DRIVER, else the process's or the system's
/// libcuda.so.1) and loads the kernels, so that later calls do neither. Only this device is
/// touched.
///
/// NOT_INITIALIZED: no driver, or it finds no device, or SASSDNN_DRIVER names another than the
/// libcuda.so.1 that the process has. ARCH_MISMATCH: there are no kernels for the device's compute
/// capability. SUBLIBRARY_LOADING_FAILED: a kernel, for instance from a file of SASSDNN_KERNEL_DIR,
/// does not load. ALLOC_FAILED, INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED: out of host or device
/// memory. EXECUTION_FAILED: another driver error.
SASSDNN_API sassdnnStatus_t sassdnnCreate(sassdnnHandle_t *handle);

/// Wait for the handle's work and free it; NULL is allowed. Destroy handles before their context.
SASSDNN_API sassdnnStatus_t sassdnnDestroy(sassdnnHandle_t handle);

/// The stream that later calls work on; it belongs to the handle's context. NULL, as after
/// sassdnnCreate, is the default stream.
SASSDNN_API sassdnnStatus_t sassdnnSetStream(sassdnnHandle_t handle, struct CUstream_st *streamId);
SASSDNN_API sassdnnStatus_t sassdnnGetStream(sassdnnHandle_t handle, struct CUstream_st **streamId);

// Tensor descriptor ----------------------------------------------------------------------------

/// ALLOC_FAILED: out of host memory. The same holds for the other descriptors.
SASSDNN_API sassdnnStatus_t sassdnnCreateTensorDescriptor(sassdnnTensorDescriptor_t *tensorDesc);
SASSDNN_API sassdnnStatus_t sassdnnDestroyTensorDescriptor(sassdnnTensorDescriptor_t tensorDesc);

/// A packed tensor. BAD_PARAM: a dimension below 1, an unknown format or type, NCHW_VECT_C with a
/// type that is no vector or with C not a multiple of the vector. NOT_SUPPORTED: more than
/// 2^31 - 1 elements.
SASSDNN_API sassdnnStatus_t sassdnnSetTensor4dDescriptor(sassdnnTensorDescriptor_t tensorDesc,
                                                         sassdnnTensorFormat_t format,
                                                         sassdnnDataType_t dataType, int n, int c,
                                                         int h, int w);

/// A tensor with strides in elements. BAD_PARAM: a dimension below 1, a stride of 0 in a dimension
/// above 1, an unknown type. NOT_SUPPORTED: it spans more than 2^62 bytes. Negative and
/// overlapping strides are accepted here; the compute calls say what they can use.
SASSDNN_API sassdnnStatus_t sassdnnSetTensor4dDescriptorEx(sassdnnTensorDescriptor_t tensorDesc,
                                                           sassdnnDataType_t dataType, int n, int c,
                                                           int h, int w, int nStride, int cStride,
                                                           int hStride, int wStride);

/// What was set; zeros in a fresh descriptor.
SASSDNN_API sassdnnStatus_t sassdnnGetTensor4dDescriptor(sassdnnTensorDescriptor_t tensorDesc,
                                                         sassdnnDataType_t *dataType, int *n,
                                                         int *c, int *h, int *w, int *nStride,
                                                         int *cStride, int *hStride, int *wStride);

/// Bytes from the first to behind the last element, gaps between them included.
SASSDNN_API sassdnnStatus_t sassdnnGetTensorSizeInBytes(sassdnnTensorDescriptor_t tensorDesc,
                                                        size_t *size);

// Filter descriptor ----------------------------------------------------------------------------

SASSDNN_API sassdnnStatus_t sassdnnCreateFilterDescriptor(sassdnnFilterDescriptor_t *filterDesc);
SASSDNN_API sassdnnStatus_t sassdnnDestroyFilterDescriptor(sassdnnFilterDescriptor_t filterDesc);

/// A packed filter of k filters with c channels each (C / groups) and h x w (R x S) taps. BAD_PARAM
/// and NOT_SUPPORTED as for sassdnnSetTensor4dDescriptor, but c is not checked against a vector.
SASSDNN_API sassdnnStatus_t sassdnnSetFilter4dDescriptor(sassdnnFilterDescriptor_t filterDesc,
                                                         sassdnnDataType_t dataType,
                                                         sassdnnTensorFormat_t format, int k, int c,
                                                         int h, int w);
SASSDNN_API sassdnnStatus_t sassdnnGetFilter4dDescriptor(sassdnnFilterDescriptor_t filterDesc,
                                                         sassdnnDataType_t *dataType,
                                                         sassdnnTensorFormat_t *format, int *k,
                                                         int *c, int *h, int *w);
SASSDNN_API sassdnnStatus_t sassdnnGetFilterSizeInBytes(sassdnnFilterDescriptor_t filterDesc,
                                                        size_t *size);

// Convolution descriptor -----------------------------------------------------------------------

/// A fresh descriptor has pads, strides and dilations of 0 (not usable until set), mode
/// SASSDNN_CONVOLUTION, compute type FLOAT, DEFAULT_MATH and one group.
SASSDNN_API sassdnnStatus_t
sassdnnCreateConvolutionDescriptor(sassdnnConvolutionDescriptor_t *convDesc);
SASSDNN_API sassdnnStatus_t
sassdnnDestroyConvolutionDescriptor(sassdnnConvolutionDescriptor_t convDesc);

/// Padding on both sides, strides u (height) and v (width), dilations. Keeps group count and math
/// type. BAD_PARAM: a pad below 0, a stride or dilation below 1, an unknown mode, a compute type
/// other than FLOAT, HALF, DOUBLE and INT32.
SASSDNN_API sassdnnStatus_t sassdnnSetConvolution2dDescriptor(
    sassdnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u, int v, int dilation_h,
    int dilation_w, sassdnnConvolutionMode_t mode, sassdnnDataType_t computeType);
SASSDNN_API sassdnnStatus_t
sassdnnGetConvolution2dDescriptor(sassdnnConvolutionDescriptor_t convDesc, int *pad_h, int *pad_w,
                                  int *u, int *v, int *dilation_h, int *dilation_w,
                                  sassdnnConvolutionMode_t *mode, sassdnnDataType_t *computeType);

/// BAD_PARAM: a count below 1. Whether it divides C and K is checked where they are known.
SASSDNN_API sassdnnStatus_t sassdnnSetConvolutionGroupCount(sassdnnConvolutionDescriptor_t convDesc,
                                                            int groupCount);
SASSDNN_API sassdnnStatus_t sassdnnGetConvolutionGroupCount(sassdnnConvolutionDescriptor_t convDesc,
                                                            int *groupCount);

/// BAD_PARAM: an unknown math type. All of them allow full FP32, which is what runs.
SASSDNN_API sassdnnStatus_t sassdnnSetConvolutionMathType(sassdnnConvolutionDescriptor_t convDesc,
                                                          sassdnnMathType_t mathType);
SASSDNN_API sassdnnStatus_t sassdnnGetConvolutionMathType(sassdnnConvolutionDescriptor_t convDesc,
                                                          sassdnnMathType_t *mathType);

// Forward --------------------------------------------------------------------------------------

/// Dimensions of y. Per dimension: 1 + (in + 2 * pad - ((taps - 1) * dilation + 1)) / stride,
/// rounded down. Types and layouts are not looked at. BAD_PARAM: the channels of x are not those
/// of w times the groups (all four results are 0), the filter is larger than the padded input (h
/// and w are 0), a descriptor was not set. NOT_SUPPORTED: a result does not fit in an int.
SASSDNN_API sassdnnStatus_t sassdnnGetConvolution2dForwardOutputDim(
    sassdnnConvolutionDescriptor_t convDesc, sassdnnTensorDescriptor_t inputTensorDesc,
    sassdnnFilterDescriptor_t filterDesc, int *n, int *c, int *h, int *w);

/// Workspace bytes that sassdnnConvolutionForward needs for this algorithm; 0 for those that run
/// today. Statuses as sassdnnConvolutionForward's, which answers the same for the same arguments.
SASSDNN_API sassdnnStatus_t sassdnnGetConvolutionForwardWorkspaceSize(
    sassdnnHandle_t handle, sassdnnTensorDescriptor_t xDesc, sassdnnFilterDescriptor_t wDesc,
    sassdnnConvolutionDescriptor_t convDesc, sassdnnTensorDescriptor_t yDesc,
    sassdnnConvolutionFwdAlgo_t algo, size_t *sizeInBytes);

/// Name of the kernel that sassdnnConvolutionForward would run, "conv_fwd_igemm_f32_128x64". Not
/// in cuDNN. Statuses as sassdnnConvolutionForward's; BAD_PARAM also where the name with its
/// terminator does not fit in `size` bytes.
SASSDNN_API sassdnnStatus_t sassdnnGetConvolutionForwardKernelName(
    sassdnnHandle_t handle, sassdnnTensorDescriptor_t xDesc, sassdnnFilterDescriptor_t wDesc,
    sassdnnConvolutionDescriptor_t convDesc, sassdnnTensorDescriptor_t yDesc,
    sassdnnConvolutionFwdAlgo_t algo, char *name, size_t size);

/// y = alpha * convolution(x, w) + beta * y, started on the handle's stream; never allocates,
/// never waits. x, w, y and workSpace are device addresses, alpha and beta point to host floats
/// (doubles where y is DOUBLE) that are read before the call returns.
///
/// beta = 0: y is not read, so whatever it holds does not matter. alpha = 0: x and w are not read,
/// y becomes beta * y, and a NaN in x or w does not reach it. Taps on padding count as x = 0, so an
/// infinite weight on one gives NaN.
///
/// BAD_PARAM: sizes that do not belong together, y's dimensions other than
/// sassdnnGetConvolution2dForwardOutputDim's, groups that do not divide K, x, w or y not aligned
/// to their element, y the same address as x or w, an unknown algorithm number, a workspace that
/// is smaller than needed or missing. NOT_SUPPORTED: the algorithm cannot do this; today that is
/// everything but FLOAT x, w, y and compute type with w packed as KCRS, x with positive strides, y
/// with positive strides that do not overlap, N * P * Q below 2^31 - 128, padded images of x,
/// images of y and filters that span less than 2^31 elements, at most 2^30 rows and columns with
/// padding, at most 65535 groups, and at most 4194240 filters in each. MAPPING_ERROR: another
/// context than the handle's is current. EXECUTION_FAILED: the driver refused the launch, or an
/// earlier one left an error behind.
SASSDNN_API sassdnnStatus_t sassdnnConvolutionForward(
    sassdnnHandle_t handle, const void *alpha, sassdnnTensorDescriptor_t xDesc, const void *x,
    sassdnnFilterDescriptor_t wDesc, const void *w, sassdnnConvolutionDescriptor_t convDesc,
    sassdnnConvolutionFwdAlgo_t algo, void *workSpace, size_t workSpaceSizeInBytes,
    const void *beta, sassdnnTensorDescriptor_t yDesc, void *y);

#ifdef __cplusplus
}
#endif

#endif
