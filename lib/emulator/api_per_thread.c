// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The calls as programs see them that are compiled with CUDA_API_PER_THREAD_DEFAULT_STREAM: the
// stream NULL is the calling thread's own.
#include "emulator/stream.h"

#define WRAP(name, suffix, parameters, arguments)                                                  \
    CUresult CUDAAPI EXPORT name##suffix parameters                                                \
    {                                                                                              \
        stream_use_per_thread(true);                                                               \
        CUresult result = name arguments;                                                          \
        stream_use_per_thread(false);                                                              \
        return result;                                                                             \
    }
#define PTSZ(name, parameters, arguments) WRAP(name, _ptsz, parameters, arguments)
#define PTDS(name, parameters, arguments) WRAP(name, _ptds, parameters, arguments)

PTSZ(cuEventRecordWithFlags, (CUevent a, CUstream b, unsigned int c), (a, b, c))
PTSZ(cuEventRecord, (CUevent a, CUstream b), (a, b))
PTSZ(cuGraphInstantiateWithParams, (CUgraphExec * a, CUgraph b, CUDA_GRAPH_INSTANTIATE_PARAMS *c),
     (a, b, c))
PTSZ(cuGraphLaunch, (CUgraphExec a, CUstream b), (a, b))
PTSZ(cuGraphUpload, (CUgraphExec a, CUstream b), (a, b))
PTSZ(cuLaunchCooperativeKernel,
     (CUfunction a, unsigned int b, unsigned int c, unsigned int d, unsigned int e, unsigned int f,
      unsigned int g, unsigned int h, CUstream i, void **j),
     (a, b, c, d, e, f, g, h, i, j))
PTSZ(cuLaunchHostFunc, (CUstream a, CUhostFn b, void *c), (a, b, c))
PTSZ(cuLaunchKernelEx, (const CUlaunchConfig *a, CUfunction b, void **c, void **d), (a, b, c, d))
PTSZ(cuLaunchKernel,
     (CUfunction a, unsigned int b, unsigned int c, unsigned int d, unsigned int e, unsigned int f,
      unsigned int g, unsigned int h, CUstream i, void **j, void **k),
     (a, b, c, d, e, f, g, h, i, j, k))
PTSZ(cuMemAllocAsync, (CUdeviceptr * a, size_t b, CUstream c), (a, b, c))
PTSZ(cuMemAllocFromPoolAsync, (CUdeviceptr * a, size_t b, CUmemoryPool c, CUstream d), (a, b, c, d))
PTSZ(cuMemFreeAsync, (CUdeviceptr a, CUstream b), (a, b))
PTSZ(cuMemPrefetchAsync, (CUdeviceptr a, size_t b, CUdevice c, CUstream d), (a, b, c, d))
PTSZ(cuMemPrefetchAsync_v2, (CUdeviceptr a, size_t b, CUmemLocation c, unsigned int d, CUstream e),
     (a, b, c, d, e))
PTSZ(cuMemcpy2DAsync_v2, (const CUDA_MEMCPY2D *a, CUstream b), (a, b))
PTDS(cuMemcpy2DUnaligned_v2, (const CUDA_MEMCPY2D *a), (a))
PTDS(cuMemcpy2D_v2, (const CUDA_MEMCPY2D *a), (a))
PTSZ(cuMemcpy3DAsync_v2, (const CUDA_MEMCPY3D *a, CUstream b), (a, b))
PTSZ(cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *a, CUstream b), (a, b))
PTDS(cuMemcpy3DPeer, (const CUDA_MEMCPY3D_PEER *a), (a))
PTDS(cuMemcpy3D_v2, (const CUDA_MEMCPY3D *a), (a))
PTSZ(cuMemcpyAsync, (CUdeviceptr a, CUdeviceptr b, size_t c, CUstream d), (a, b, c, d))
PTSZ(cuMemcpyDtoDAsync_v2, (CUdeviceptr a, CUdeviceptr b, size_t c, CUstream d), (a, b, c, d))
PTDS(cuMemcpyDtoD_v2, (CUdeviceptr a, CUdeviceptr b, size_t c), (a, b, c))
PTSZ(cuMemcpyDtoHAsync_v2, (void *a, CUdeviceptr b, size_t c, CUstream d), (a, b, c, d))
PTDS(cuMemcpyDtoH_v2, (void *a, CUdeviceptr b, size_t c), (a, b, c))
PTSZ(cuMemcpyHtoDAsync_v2, (CUdeviceptr a, const void *b, size_t c, CUstream d), (a, b, c, d))
PTDS(cuMemcpyHtoD_v2, (CUdeviceptr a, const void *b, size_t c), (a, b, c))
PTSZ(cuMemcpyPeerAsync,
     (CUdeviceptr a, CUcontext b, CUdeviceptr c, CUcontext d, size_t e, CUstream f),
     (a, b, c, d, e, f))
PTDS(cuMemcpyPeer, (CUdeviceptr a, CUcontext b, CUdeviceptr c, CUcontext d, size_t e),
     (a, b, c, d, e))
PTDS(cuMemcpy, (CUdeviceptr a, CUdeviceptr b, size_t c), (a, b, c))
PTSZ(cuMemsetD16Async, (CUdeviceptr a, unsigned short b, size_t c, CUstream d), (a, b, c, d))
PTDS(cuMemsetD16_v2, (CUdeviceptr a, unsigned short b, size_t c), (a, b, c))
PTSZ(cuMemsetD2D16Async,
     (CUdeviceptr a, size_t b, unsigned short c, size_t d, size_t e, CUstream f),
     (a, b, c, d, e, f))
PTDS(cuMemsetD2D16_v2, (CUdeviceptr a, size_t b, unsigned short c, size_t d, size_t e),
     (a, b, c, d, e))
PTSZ(cuMemsetD2D32Async, (CUdeviceptr a, size_t b, unsigned int c, size_t d, size_t e, CUstream f),
     (a, b, c, d, e, f))
PTDS(cuMemsetD2D32_v2, (CUdeviceptr a, size_t b, unsigned int c, size_t d, size_t e),
     (a, b, c, d, e))
PTSZ(cuMemsetD2D8Async, (CUdeviceptr a, size_t b, unsigned char c, size_t d, size_t e, CUstream f),
     (a, b, c, d, e, f))
PTDS(cuMemsetD2D8_v2, (CUdeviceptr a, size_t b, unsigned char c, size_t d, size_t e),
     (a, b, c, d, e))
PTSZ(cuMemsetD32Async, (CUdeviceptr a, unsigned int b, size_t c, CUstream d), (a, b, c, d))
PTDS(cuMemsetD32_v2, (CUdeviceptr a, unsigned int b, size_t c), (a, b, c))
PTSZ(cuMemsetD8Async, (CUdeviceptr a, unsigned char b, size_t c, CUstream d), (a, b, c, d))
PTDS(cuMemsetD8_v2, (CUdeviceptr a, unsigned char b, size_t c), (a, b, c))
PTSZ(cuStreamAddCallback, (CUstream a, CUstreamCallback b, void *c, unsigned int d), (a, b, c, d))
PTSZ(cuStreamAttachMemAsync, (CUstream a, CUdeviceptr b, size_t c, unsigned int d), (a, b, c, d))
PTSZ(cuStreamBatchMemOp_v2,
     (CUstream a, unsigned int b, CUstreamBatchMemOpParams *c, unsigned int d), (a, b, c, d))
PTSZ(cuStreamBeginCaptureToGraph,
     (CUstream a, CUgraph b, const CUgraphNode *c, const CUgraphEdgeData *d, size_t e,
      CUstreamCaptureMode f),
     (a, b, c, d, e, f))
PTSZ(cuStreamBeginCapture, (CUstream a), (a))
PTSZ(cuStreamBeginCapture_v2, (CUstream a, CUstreamCaptureMode b), (a, b))
PTSZ(cuStreamCopyAttributes, (CUstream a, CUstream b), (a, b))
PTSZ(cuStreamEndCapture, (CUstream a, CUgraph *b), (a, b))
PTSZ(cuStreamGetAttribute, (CUstream a, CUstreamAttrID b, CUstreamAttrValue *c), (a, b, c))
PTSZ(cuStreamGetCaptureInfo, (CUstream a, CUstreamCaptureStatus *b, cuuint64_t *c), (a, b, c))
PTSZ(cuStreamGetCaptureInfo_v2,
     (CUstream a, CUstreamCaptureStatus *b, cuuint64_t *c, CUgraph *d, const CUgraphNode **e,
      size_t *f),
     (a, b, c, d, e, f))
PTSZ(cuStreamGetCaptureInfo_v3,
     (CUstream a, CUstreamCaptureStatus *b, cuuint64_t *c, CUgraph *d, const CUgraphNode **e,
      const CUgraphEdgeData **f, size_t *g),
     (a, b, c, d, e, f, g))
PTSZ(cuStreamGetCtx, (CUstream a, CUcontext *b), (a, b))
PTSZ(cuStreamGetCtx_v2, (CUstream a, CUcontext *b, CUgreenCtx *c), (a, b, c))
PTSZ(cuStreamGetDevice, (CUstream a, CUdevice *b), (a, b))
PTSZ(cuStreamGetFlags, (CUstream a, unsigned int *b), (a, b))
PTSZ(cuStreamGetId, (CUstream a, unsigned long long *b), (a, b))
PTSZ(cuStreamGetPriority, (CUstream a, int *b), (a, b))
PTSZ(cuStreamIsCapturing, (CUstream a, CUstreamCaptureStatus *b), (a, b))
PTSZ(cuStreamQuery, (CUstream a), (a))
PTSZ(cuStreamSetAttribute, (CUstream a, CUstreamAttrID b, const CUstreamAttrValue *c), (a, b, c))
PTSZ(cuStreamSynchronize, (CUstream a), (a))
PTSZ(cuStreamUpdateCaptureDependencies, (CUstream a, CUgraphNode *b, size_t c, unsigned int d),
     (a, b, c, d))
PTSZ(cuStreamUpdateCaptureDependencies_v2,
     (CUstream a, CUgraphNode *b, const CUgraphEdgeData *c, size_t d, unsigned int e),
     (a, b, c, d, e))
PTSZ(cuStreamWaitEvent, (CUstream a, CUevent b, unsigned int c), (a, b, c))
PTSZ(cuStreamWaitValue32_v2, (CUstream a, CUdeviceptr b, cuuint32_t c, unsigned int d),
     (a, b, c, d))
PTSZ(cuStreamWaitValue64_v2, (CUstream a, CUdeviceptr b, cuuint64_t c, unsigned int d),
     (a, b, c, d))
PTSZ(cuStreamWriteValue32_v2, (CUstream a, CUdeviceptr b, cuuint32_t c, unsigned int d),
     (a, b, c, d))
PTSZ(cuStreamWriteValue64_v2, (CUstream a, CUdeviceptr b, cuuint64_t c, unsigned int d),
     (a, b, c, d))
