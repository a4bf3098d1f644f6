// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Copies of rectangles and boxes.
#include "emulator/copy.h"

static CUDA_MEMCPY3D box_of(const CUDA_MEMCPY2D *rectangle)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = rectangle->srcXInBytes,
        .srcY = rectangle->srcY,
        .srcMemoryType = rectangle->srcMemoryType,
        .srcHost = rectangle->srcHost,
        .srcDevice = rectangle->srcDevice,
        .srcArray = rectangle->srcArray,
        .srcPitch = rectangle->srcPitch,
        .dstXInBytes = rectangle->dstXInBytes,
        .dstY = rectangle->dstY,
        .dstMemoryType = rectangle->dstMemoryType,
        .dstHost = rectangle->dstHost,
        .dstDevice = rectangle->dstDevice,
        .dstArray = rectangle->dstArray,
        .dstPitch = rectangle->dstPitch,
        .WidthInBytes = rectangle->WidthInBytes,
        .Height = rectangle->Height,
        .Depth = 1,
    };
}

static CUresult copy_2d(CUstream stream, const CUDA_MEMCPY2D *rectangle, bool async)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!rectangle)
        return CUDA_ERROR_INVALID_VALUE;
    CUDA_MEMCPY3D box = box_of(rectangle);
    return copy_box_on(stream, &box, async);
}

CUresult CUDAAPI EXPORT cuMemcpy2D_v2(const CUDA_MEMCPY2D *rectangle)
{
    return copy_2d(NULL, rectangle, false);
}

CUresult CUDAAPI EXPORT cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *rectangle)
{
    return copy_2d(NULL, rectangle, false);
}

CUresult CUDAAPI EXPORT cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *rectangle, CUstream stream)
{
    return copy_2d(stream, rectangle, true);
}

CUresult CUDAAPI EXPORT cuMemcpy3D_v2(const CUDA_MEMCPY3D *box)
{
    return copy_box_on(NULL, box, false);
}

CUresult CUDAAPI EXPORT cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *box, CUstream stream)
{
    return copy_box_on(stream, box, true);
}

static CUresult copy_peers(CUstream stream, const CUDA_MEMCPY3D_PEER *peer, bool async)
{
    CUresult result = api_ready();
    if (result)
        return result;
    if (!peer)
        return CUDA_ERROR_INVALID_VALUE;
    if (!api_live_context(peer->srcContext) || !api_live_context(peer->dstContext))
        return CUDA_ERROR_INVALID_CONTEXT;
    CUDA_MEMCPY3D box = {
        .srcXInBytes = peer->srcXInBytes,
        .srcY = peer->srcY,
        .srcZ = peer->srcZ,
        .srcLOD = peer->srcLOD,
        .srcMemoryType = peer->srcMemoryType,
        .srcHost = peer->srcHost,
        .srcDevice = peer->srcDevice,
        .srcArray = peer->srcArray,
        .srcPitch = peer->srcPitch,
        .srcHeight = peer->srcHeight,
        .dstXInBytes = peer->dstXInBytes,
        .dstY = peer->dstY,
        .dstZ = peer->dstZ,
        .dstLOD = peer->dstLOD,
        .dstMemoryType = peer->dstMemoryType,
        .dstHost = peer->dstHost,
        .dstDevice = peer->dstDevice,
        .dstArray = peer->dstArray,
        .dstPitch = peer->dstPitch,
        .dstHeight = peer->dstHeight,
        .WidthInBytes = peer->WidthInBytes,
        .Height = peer->Height,
        .Depth = peer->Depth,
    };
    return copy_box_on(stream, &box, async);
}

CUresult CUDAAPI EXPORT cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *peer)
{
    return copy_peers(NULL, peer, false);
}

CUresult CUDAAPI EXPORT cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *peer, CUstream stream)
{
    return copy_peers(stream, peer, true);
}
