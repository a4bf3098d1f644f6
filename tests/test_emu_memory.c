// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The emulated GPU's memory beyond plain allocations: rectangles and boxes, page-locked, managed
// and pooled memory, virtual addresses, tensor maps.
#include "emu_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_rectangles(void **state)
{
    enum { WIDTH = 12, HEIGHT = 5, DEPTH = 3, HOST_PITCH = 20 };
    CUcontext context = emu_context();
    CUdeviceptr device, box;
    size_t pitch;
    uint8_t host[DEPTH][HEIGHT][HOST_PITCH], back[DEPTH][HEIGHT][HOST_PITCH];
    (void)state;
    for (size_t i = 0; i < sizeof host; i++)
        ((uint8_t *)host)[i] = (uint8_t)i;
    IS(cu.cuMemAllocPitch_v2(&device, &pitch, 100, 10, 5), INVALID_VALUE);
    OK(cu.cuMemAllocPitch_v2(&device, &pitch, WIDTH, HEIGHT, 4));
    assert_true(pitch >= WIDTH && pitch % 256 == 0);
    OK(cu.cuMemsetD2D32Async(device, pitch, 0x01010101, WIDTH / 4, HEIGHT, NULL));
    OK(cu.cuMemsetD2D16_v2(device + pitch, pitch, 0x0202, 2, 1));
    IS(cu.cuMemsetD2D16_v2(device, pitch, 0, WIDTH, HEIGHT + 1), INVALID_VALUE);
    IS(cu.cuMemsetD2D16_v2(device, 2, 0, WIDTH, HEIGHT), INVALID_VALUE);
    // The middle of a host rectangle to the middle of the device's, and all of it back.
    CUDA_MEMCPY2D copy = {
        .srcMemoryType = CU_MEMORYTYPE_HOST,
        .srcHost = host,
        .srcPitch = HOST_PITCH,
        .srcXInBytes = 3,
        .srcY = 1,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
        .dstDevice = device,
        .dstPitch = pitch,
        .dstXInBytes = 4,
        .dstY = 2,
        .WidthInBytes = 6,
        .Height = 2,
    };
    OK(cu.cuMemcpy2D_v2(&copy));
    copy = (CUDA_MEMCPY2D){
        .srcMemoryType = CU_MEMORYTYPE_UNIFIED,
        .srcDevice = device,
        .srcPitch = pitch,
        .dstMemoryType = CU_MEMORYTYPE_HOST,
        .dstHost = back,
        .dstPitch = HOST_PITCH,
        .WidthInBytes = WIDTH,
        .Height = HEIGHT,
    };
    OK(cu.cuMemcpy2D_v2(&copy));
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            bool inside = x >= 4 && x < 10 && y >= 2 && y < 4;
            int want = inside ? host[0][y - 1][x - 1] : y == 1 && x < 4 ? 2 : 1;
            assert_int_equal(back[0][y][x], want);
        }
    }
    copy.Height = HEIGHT + 1;
    IS(cu.cuMemcpy2D_v2(&copy), INVALID_VALUE); // behind the allocation
    copy.Height = HEIGHT;
    copy.dstPitch = WIDTH - 1;
    IS(cu.cuMemcpy2D_v2(&copy), INVALID_VALUE);
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    IS(cu.cuMemcpy2D_v2(&copy), NOT_SUPPORTED);
    // A box there and back, its slices apart.
    OK(cu.cuMemAlloc_v2(&box, sizeof host));
    CUDA_MEMCPY3D there = {
        .srcMemoryType = CU_MEMORYTYPE_HOST,
        .srcHost = host,
        .srcPitch = HOST_PITCH,
        .srcHeight = HEIGHT,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
        .dstDevice = box,
        .dstPitch = WIDTH,
        .dstHeight = HEIGHT,
        .WidthInBytes = WIDTH,
        .Height = HEIGHT,
        .Depth = DEPTH,
    };
    OK(cu.cuMemcpy3DAsync_v2(&there, NULL));
    OK(cu.cuMemcpyDtoH_v2(back, box, WIDTH * HEIGHT * DEPTH));
    for (int z = 0; z < DEPTH; z++) {
        for (int y = 0; y < HEIGHT; y++)
            assert_memory_equal((uint8_t *)back + (z * HEIGHT + y) * WIDTH, host[z][y], WIDTH);
    }
    there.Depth = SIZE_MAX / 2;
    IS(cu.cuMemcpy3DAsync_v2(&there, NULL), INVALID_VALUE);
    there.Depth = 0;
    OK(cu.cuMemcpy3DAsync_v2(&there, NULL));
    OK(cu.cuCtxDestroy_v2(context));
}

// Page-locked and managed memory has one address for host and kernels, in every context.
static void test_host_memory(void **state)
{
    enum { N = 256 };
    CUcontext context = emu_context(), second, owner;
    CUmodule module;
    CUfunction function = emu_function(&module, SCALE, "scale", NULL);
    CUdeviceptr managed, device, alias;
    float own[N] = {1.0F, 2.0F};
    unsigned is_managed, type;
    (void)state;
    OK(cu.cuMemAllocManaged(&managed, sizeof own, CU_MEM_ATTACH_GLOBAL));
    OK(cu.cuMemHostRegister_v2(own, sizeof own, 0));
    IS(cu.cuMemHostRegister_v2(own + 1, sizeof own, 0), HOST_MEMORY_ALREADY_REGISTERED);
    OK(cu.cuMemHostGetDevicePointer_v2(&alias, own + 1, 0));
    assert_true(alias == (uintptr_t)(own + 1));
    OK(launch_scale(function, (struct scale){(uintptr_t)own, managed, 10.0F, N}, NULL));
    OK(cu.cuCtxSynchronize());
    assert_true(((float *)(uintptr_t)managed)[1] == 20.0F);
    CUmemLocation place = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0};
    OK(cu.cuMemPrefetchAsync_v2(managed, sizeof own, place, 0, NULL));
    IS(cu.cuMemPrefetchAsync_v2((uintptr_t)own, sizeof own, place, 0, NULL), INVALID_VALUE);
    CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                        CU_POINTER_ATTRIBUTE_MEMORY_TYPE};
    void *answers[] = {&is_managed, &type};
    OK(cu.cuPointerGetAttributes(2, attributes, answers, managed + 4));
    assert_true(is_managed == 1 && type == CU_MEMORYTYPE_DEVICE);
    OK(cu.cuPointerGetAttributes(2, attributes, answers, (uintptr_t)&type)); // pageable
    assert_true(is_managed == 0 && type == 0);
    // From another context: its own device memory is its own.
    OK(cu.cuMemAlloc_v2(&device, sizeof own));
    OK(cu.cuMemcpy(device, managed, sizeof own));
    OK(cu.cuCtxCreate_v2(&second, 0, 0));
    function = emu_function(&module, SCALE, "scale", NULL);
    OK(cu.cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, device));
    assert_ptr_equal(owner, context);
    OK(launch_scale(function, (struct scale){managed, (uintptr_t)own, 2.0F, N}, NULL));
    OK(cu.cuCtxSynchronize());
    assert_true(own[1] == 40.0F);
    CUdeviceptr other;
    OK(cu.cuMemAlloc_v2(&other, sizeof own));
    OK(cu.cuMemcpyPeer(other, second, device, context, sizeof own));
    IS(cu.cuMemcpyPeer(other, second, device, NULL, sizeof own), INVALID_CONTEXT);
    OK(launch_scale(function, (struct scale){device, other, 2.0F, N}, NULL));
    IS(cu.cuCtxSynchronize(), ILLEGAL_ADDRESS);
    assert_non_null(strstr(emu_report(), "of another context"));
    OK(cu.cuCtxDestroy_v2(second));
    IS(cu.cuMemHostUnregister(own + 1), HOST_MEMORY_NOT_REGISTERED);
    OK(cu.cuMemHostUnregister(own));
    OK(cu.cuMemFree_v2(managed));
    OK(cu.cuCtxDestroy_v2(context));
}

// Memory is freed when it is the stream's turn, and not before.
static void test_pools(void **state)
{
    CUcontext context = emu_context();
    CUmemoryPool pool, own;
    CUstream stream;
    CUdeviceptr pointer;
    struct gate gate;
    cuuint64_t used;
    uint32_t word = 5;
    (void)state;
    gate_init(&gate);
    OK(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cu.cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cu.cuMemAllocAsync(&pointer, 4096, stream));
    OK(cu.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 4096);
    OK(cu.cuPointerGetAttribute(&own, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, pointer));
    assert_ptr_equal(own, pool);
    OK(cu.cuLaunchHostFunc(stream, gate_wait, &gate));
    OK(cu.cuMemFreeAsync(pointer, stream));
    OK(cu.cuMemcpyHtoD_v2(pointer, &word, sizeof word)); // it is still there
    gate_open(&gate);
    OK(cu.cuStreamSynchronize(stream));
    IS(cu.cuMemcpyHtoD_v2(pointer, &word, sizeof word), INVALID_VALUE);
    IS(cu.cuMemFreeAsync(pointer, stream), INVALID_VALUE);
    OK(cu.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    assert_int_equal(used, 0);
    IS(cu.cuMemPoolDestroy(pool), INVALID_VALUE);
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0}};
    OK(cu.cuMemPoolCreate(&own, &props));
    OK(cu.cuMemPoolDestroy(own));
    IS(cu.cuMemPoolDestroy(own), INVALID_VALUE);
    // cuMemFree waits for the context's work.
    OK(cu.cuMemAllocAsync(&pointer, 4096, stream));
    OK(cu.cuMemFree_v2(pointer));
    OK(cu.cuCtxDestroy_v2(context));
}

static void test_virtual(void **state)
{
    enum { N = 1024 };
    CUcontext context = emu_context();
    CUmodule module;
    CUfunction function = emu_function(&module, SCALE, "scale", NULL);
    CUmemAllocationProp properties = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemAccessDesc access = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE},
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle first, second;
    CUdeviceptr base, seam;
    size_t granule;
    float host[N], back[N];
    (void)state;
    OK(cu.cuMemGetAllocationGranularity(&granule, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    IS(cu.cuMemCreate(&first, granule + 1, &properties, 0), INVALID_VALUE);
    OK(cu.cuMemCreate(&first, granule, &properties, 0));
    OK(cu.cuMemCreate(&second, granule, &properties, 0));
    OK(cu.cuMemAddressReserve(&base, 2 * granule, 0, 0, 0));
    OK(cu.cuMemMap(base, granule, 0, first, 0));
    IS(cu.cuMemMap(base, granule, 0, second, 0), INVALID_VALUE);
    OK(cu.cuMemMap(base + granule, granule, 0, second, 0));
    IS(cu.cuMemMap(base + 2 * granule, granule, 0, second, 0), INVALID_VALUE);
    for (int i = 0; i < N; i++)
        host[i] = (float)i;
    seam = base + granule - N / 2 * sizeof *host; // half in either mapping
    IS(cu.cuMemcpyHtoD_v2(seam, host, sizeof host), INVALID_VALUE);
    OK(cu.cuMemSetAccess(base, 2 * granule, &access, 1));
    OK(cu.cuMemcpyHtoD_v2(seam, host, sizeof host));
    OK(launch_scale(function, (struct scale){seam, seam, 2.0F, N}, NULL));
    OK(cu.cuMemcpyDtoH_v2(back, seam, sizeof back));
    for (int i = 0; i < N; i++)
        assert_true(back[i] == 2.0F * host[i]);
    // What was mapped lives as long as its mapping, and elsewhere too.
    OK(cu.cuMemRelease(second));
    IS(cu.cuMemRelease(second), INVALID_VALUE);
    OK(cu.cuMemcpyDtoH_v2(back, base + granule, 4));
    assert_true(back[0] == (float)N);
    IS(cu.cuMemAddressFree(base, 2 * granule), INVALID_VALUE);
    IS(cu.cuMemUnmap(base, granule / 2), INVALID_VALUE);
    OK(cu.cuMemUnmap(base, 2 * granule));
    IS(cu.cuMemcpyDtoH_v2(back, base, 4), INVALID_VALUE);
    OK(cu.cuMemMap(base + granule, granule, 0, first, 0));
    OK(cu.cuMemSetAccess(base + granule, granule, &access, 1));
    OK(cu.cuMemcpyDtoH_v2(back, base + 2 * granule - N / 2 * sizeof *back, 8));
    assert_true(back[1] == 2.0F);
    OK(cu.cuMemUnmap(base + granule, granule));
    OK(cu.cuMemRelease(first));
    OK(cu.cuMemAddressFree(base, 2 * granule));
    OK(cu.cuCtxDestroy_v2(context));
}

static void test_tensor_maps(void **state)
{
    static CUtensorMap map, other;
    CUcontext context = emu_context();
    CUdeviceptr device;
    cuuint64_t sizes[] = {64, 32, 16}, strides[] = {128, 4096};
    cuuint32_t box[] = {32, 8, 1}, steps[] = {1, 1, 1};
    int lower[] = {-1}, upper[] = {1};
    (void)state;
    OK(cu.cuMemAlloc_v2(&device, 64 * 32 * 16 * 2));
    void *address = (void *)(uintptr_t)device;
#define TILED(type, rank, at, swizzle, fill)                                                       \
    cu.cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_##type, rank, at, sizes, strides, box, \
                              steps, CU_TENSOR_MAP_INTERLEAVE_NONE,                                \
                              CU_TENSOR_MAP_SWIZZLE_##swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,    \
                              (CUtensorMapFloatOOBfill)fill)
    OK(TILED(FLOAT16, 3, address, 64B, 0));
    OK(TILED(FLOAT16, 3, address, NONE, 1));
    IS(TILED(UINT16, 3, address, NONE, 1), INVALID_VALUE);
    IS(TILED(FLOAT16, 3, address, 32B, 0), INVALID_VALUE); // the box is 64 bytes wide
    IS(TILED(FLOAT16, 0, address, NONE, 0), INVALID_VALUE);
    IS(TILED(FLOAT16, 6, address, NONE, 0), INVALID_VALUE);
    IS(TILED(FLOAT16, 3, (char *)address + 8, NONE, 0), INVALID_VALUE);
    box[0] = 4;
    IS(TILED(FLOAT16, 3, address, NONE, 0), INVALID_VALUE); // 8 bytes
    box[0] = 32;
    box[1] = 257;
    IS(TILED(FLOAT16, 3, address, NONE, 0), INVALID_VALUE);
    box[1] = 8;
    strides[0] = 136;
    IS(TILED(FLOAT16, 3, address, NONE, 0), INVALID_VALUE);
    strides[0] = 128;
    steps[2] = 9;
    IS(TILED(FLOAT16, 3, address, NONE, 0), INVALID_VALUE);
    steps[2] = 1;
    OK(TILED(FLOAT16, 3, address, 64B, 0));
    memcpy(&other, &map, sizeof map);
    OK(cu.cuTensorMapReplaceAddress(&other, (char *)address + 64));
    assert_memory_not_equal(&other, &map, sizeof map);
    OK(cu.cuTensorMapReplaceAddress(&other, address));
    assert_memory_equal(&other, &map, sizeof map);
    IS(cu.cuTensorMapReplaceAddress(&other, (char *)address + 4), INVALID_VALUE);
#define IM2COL(rank, channels)                                                                     \
    cu.cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank, address, sizes,        \
                               strides, lower, upper, channels, 64, steps,                         \
                               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,          \
                               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
    OK(IM2COL(3, 64));
    IS(IM2COL(2, 64), INVALID_VALUE);
    IS(IM2COL(3, 257), INVALID_VALUE);
    lower[0] = 40; // nothing is left of 32 pixels
    IS(IM2COL(3, 64), INVALID_VALUE);
    OK(cu.cuCtxDestroy_v2(context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rectangles),  cmocka_unit_test(test_host_memory),
        cmocka_unit_test(test_pools),       cmocka_unit_test(test_virtual),
        cmocka_unit_test(test_tensor_maps),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
