// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Figures from NVIDIA's white papers, datasheets and programming guide.
#include "emulator/devices.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define KIB(n) ((uint32_t)(n) << 10)
#define MIB(n) ((uint64_t)(n) << 20)

static const struct device devices[] = {
    {"H200", "NVIDIA H200 (emulated)", 90, 132, 1980000, 3201000, 6144, MIB(143156),
     (uint32_t)MIB(60), KIB(228), KIB(227), 64, 32, 2},
    {"H100", "NVIDIA H100 80GB HBM3 (emulated)", 90, 132, 1980000, 2619000, 5120, MIB(81079),
     (uint32_t)MIB(50), KIB(228), KIB(227), 64, 32, 2},
    {"RTX4090", "NVIDIA GeForce RTX 4090 (emulated)", 89, 128, 2520000, 10501000, 384, MIB(24564),
     (uint32_t)MIB(72), KIB(100), KIB(99), 48, 24, 64},
    {"RTX3090", "NVIDIA GeForce RTX 3090 (emulated)", 86, 82, 1695000, 9751000, 384, MIB(24576),
     (uint32_t)MIB(6), KIB(100), KIB(99), 48, 16, 64},
    {"A100", "NVIDIA A100-SXM4-80GB (emulated)", 80, 108, 1410000, 1593000, 5120, MIB(81154),
     (uint32_t)MIB(40), KIB(164), KIB(163), 64, 32, 2},
};

enum { DEVICES = sizeof devices / sizeof devices[0] };

const struct device *device_chosen(void)
{
    const char *key = getenv("SASSDNN_EMU_DEVICE");
    if (!key || !*key)
        return &devices[0];
    for (int i = 0; i < DEVICES; i++) {
        if (strcasecmp(devices[i].key, key) == 0)
            return &devices[i];
    }
    return NULL;
}

void device_list(char *text, size_t size)
{
    size_t used = 0;
    if (size)
        text[0] = '\0';
    for (int i = 0; i < DEVICES && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", devices[i].key);
}

int device_attribute(const struct device *device, int attribute)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
        return MAX_THREADS_PER_CTA;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z:
        return MAX_BLOCK_Z;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X:
        return MAX_GRID_X;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z:
        return MAX_GRID_YZ;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
        return SHARED_WITHOUT_OPT_IN;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        return (int)device->shared_per_cta;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR:
        return (int)device->shared_per_sm;
    case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK:
        return SHARED_RESERVED;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY:
        return 64 << 10;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
        return WARP_LANES;
    case CU_DEVICE_ATTRIBUTE_MAX_PITCH:
        return 0x7fffffff;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR:
        return REGISTERS_PER_SM;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
        return (int)device->clock_khz;
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
        return (int)device->memory_clock_khz;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
        return (int)device->bus_bits;
    case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT:
        return 512;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        return (int)device->sm_count;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
        return (int)device->l2_bytes;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
        return (int)device->warps_per_sm * WARP_LANES;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR:
        return (int)device->ctas_per_sm;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        return (int)device->sm / 10;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        return (int)device->sm % 10;
    case CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO:
        return (int)device->double_ratio;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED:
        return 1;
    default:
        return 0;
    }
}
