// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The chips that the emulated GPU can stand for.
#ifndef EMULATOR_DEVICES_H
#define EMULATOR_DEVICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device {
    const char *key;  ///< what SASSDNN_EMU_DEVICE calls it
    const char *name; ///< what cuDeviceGetName says
    unsigned sm;      ///< compute capability, 10 * major + minor
    unsigned sm_count;
    unsigned clock_khz, memory_clock_khz;
    unsigned bus_bits;
    uint64_t memory_bytes;
    uint32_t l2_bytes;
    uint32_t shared_per_sm, shared_per_cta; ///< the latter after opting in
    unsigned warps_per_sm, ctas_per_sm;
    unsigned double_ratio; ///< FP32 to FP64 throughput
    int copy_engines;
    bool has_ecc; ///< switched on
};

enum {
    WARP_LANES = 32,
    MAX_THREADS_PER_CTA = 1024,
    REGISTERS_PER_SM = 65536,
    REGISTER_UNIT = 256, ///< registers are given to warps in units of so many
    SHARED_WITHOUT_OPT_IN = 48 << 10,
    SHARED_RESERVED = 1 << 10, ///< per CTA, by the system
    SHARED_UNIT = 128,
    MAX_GRID_X = 0x7fffffff,
    MAX_GRID_YZ = 65535,
    MAX_BLOCK_Z = 64,
};

/// The device that SASSDNN_EMU_DEVICE names, the H200 where it is not set, NULL for an unknown
/// name.
const struct device *device_chosen(void);

/// "A100, RTX3090, ..."
void device_list(char *text, size_t size);

/// Value of a CUdevice_attribute; 0 for those that an emulated GPU has no use for.
int device_attribute(const struct device *device, int attribute);

#endif
