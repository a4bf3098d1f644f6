// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The functions that the driver table wants but that the library never calls. Apart from
// fake_cuda.c and without cuda.h, because none of them looks at its arguments.

enum { NOT_SUPPORTED = 801 }; // CUDA_ERROR_NOT_SUPPORTED

#define NOT_CALLED(name)                                                                           \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        return NOT_SUPPORTED;                                                                      \
    }

NOT_CALLED(cuDriverGetVersion)
NOT_CALLED(cuDeviceGetName)
NOT_CALLED(cuDeviceTotalMem_v2)
NOT_CALLED(cuFuncGetAttribute)
NOT_CALLED(cuFuncSetAttribute)
NOT_CALLED(cuMemAlloc_v2)
NOT_CALLED(cuMemFree_v2)
NOT_CALLED(cuMemcpyHtoD_v2)
NOT_CALLED(cuMemcpyDtoH_v2)
NOT_CALLED(cuMemcpyDtoD_v2)
NOT_CALLED(cuMemsetD8_v2)
NOT_CALLED(cuMemsetD32_v2)
NOT_CALLED(cuStreamCreate)
NOT_CALLED(cuStreamDestroy_v2)
NOT_CALLED(cuStreamSynchronize)
NOT_CALLED(cuEventCreate)
NOT_CALLED(cuEventDestroy_v2)
NOT_CALLED(cuEventRecord)
NOT_CALLED(cuEventSynchronize)
NOT_CALLED(cuEventElapsedTime)
