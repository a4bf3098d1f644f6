// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/isa/names.h"

#include <string.h>

const char *const sass_names_ftz[2] = {"", ".FTZ"};
const char *const sass_names_rnd[4] = {"", ".RM", ".RP", ".RZ"};
const char *const sass_names_sat[2] = {"", ".SAT"};
const char *const sass_names_cmp[8] = {".F", ".LT", ".EQ", ".LE", ".GT", ".NE", ".GE", ".T"};
const char *const sass_names_bool[4] = {".AND", ".OR", ".XOR", NULL};
const char *const sass_names_signed[2] = {".U32", ""};
const char *const sass_names_size[8] = {".U8", ".S8", ".U16", ".S16", "", ".64", ".128", NULL};
const char *const sass_names_uldc_size[8] = {".U8", ".S8", ".U16", ".S16", "", ".64", NULL, NULL};
const char *const sass_names_e[2] = {NULL, ".E"};
#define ORDERS(four)                                                                               \
    {                                                                                              \
        "", ".CONSTANT.PRIVATE", ".CONSTANT.CTA", ".CONSTANT.CTA.PRIVATE", four, ".STRONG.SM",     \
            ".STRONG.GPU.PRIVATE", ".STRONG.GPU", ".MMIO.GPU", ".CONSTANT.SM", ".STRONG.SYS",      \
            ".CONSTANT.SM.PRIVATE", ".MMIO.SYS", ".CONSTANT.VC", ".CONSTANT.VC.PRIVATE",           \
            ".CONSTANT.GPU",                                                                       \
    }
const char *const sass_names_load_order[16] = ORDERS(".CONSTANT");
const char *const sass_names_store_order[16] = ORDERS(".STRONG.SM.PRIVATE");
const char *const sass_names_evict[8] = {".EF", "", ".EL", ".LU", ".EU", ".NA", NULL, NULL};
const char *const sass_names_prefetch[4] = {"", ".LTC64B", ".LTC128B", ".LTC256B"};
const char *const sass_names_dir[2] = {".L", ".R"};
const char *const sass_names_wrap[2] = {"", ".W"};
const char *const sass_names_shf_type[4] = {".S64", ".U64", ".S32", ".U32"};
const char *const sass_names_hi[2] = {"", ".HI"};
const char *const sass_names_defer[2] = {"", ".DEFER_BLOCKING"};

static const struct {
    const char *name;
    unsigned id;
} special_registers[] = {
    // clang-format off
    {"SR_LANEID", 0x00}, {"SR_CLOCK", 0x01}, {"SR_VIRTCFG", 0x02}, {"SR_VIRTID", 0x03},
    {"SR_ORDERING_TICKET", 0x0f}, {"SR_PRIM_TYPE", 0x10}, {"SR_INVOCATION_ID", 0x11},
    {"SR_Y_DIRECTION", 0x12}, {"SR_THREAD_KILL", 0x13}, {"SR_DIRECTCBEWRITEADDRESSLOW", 0x15},
    {"SR_DIRECTCBEWRITEADDRESSHIGH", 0x16}, {"SR_DIRECTCBEWRITEENABLED", 0x17},
    {"SR_SW_SCRATCH", 0x18}, {"SR_MACHINE_ID_1", 0x19}, {"SR_MACHINE_ID_2", 0x1a},
    {"SR_MACHINE_ID_3", 0x1b}, {"SR_AFFINITY", 0x1c}, {"SR_INVOCATION_INFO", 0x1d},
    {"SR_WSCALEFACTOR_XY", 0x1e}, {"SR_WSCALEFACTOR_Z", 0x1f}, {"SR_TID", 0x20},
    {"SR_TID.X", 0x21}, {"SR_TID.Y", 0x22}, {"SR_TID.Z", 0x23}, {"SR_CTAID.X", 0x25},
    {"SR_CTAID.Y", 0x26}, {"SR_CTAID.Z", 0x27}, {"SR_NTID", 0x28},
    {"SR_CirQueueIncrMinusOne", 0x29}, {"SR_NLATC", 0x2a}, {"SR_SM_SPA_VERSION", 0x2c},
    {"SR_MULTIPASSSHADERINFO", 0x2d}, {"SR_LWINHI", 0x2e}, {"SR_SWINHI", 0x2f},
    {"SR_SWINLO", 0x30}, {"SR_SWINSZ", 0x31}, {"SR_SMEMSZ", 0x32}, {"SR_SMEMBANKS", 0x33},
    {"SR_LWINLO", 0x34}, {"SR_LWINSZ", 0x35}, {"SR_LMEMLOSZ", 0x36}, {"SR_LMEMHIOFF", 0x37},
    {"SR_EQMASK", 0x38}, {"SR_LTMASK", 0x39}, {"SR_LEMASK", 0x3a}, {"SR_GTMASK", 0x3b},
    {"SR_GEMASK", 0x3c}, {"SR_REGALLOC", 0x3d}, {"SR_BARRIERALLOC", 0x3e},
    {"SR_GLOBALERRORSTATUS", 0x40}, {"SR_CGAERRORSTATUS", 0x41}, {"SR_WARPERRORSTATUS", 0x42},
    {"SR_VIRTUALSMID", 0x43}, {"SR_VIRTUALENGINEID", 0x44}, {"SR_CLOCKLO", 0x50},
    {"SR_CLOCKHI", 0x51}, {"SR_GLOBALTIMERLO", 0x52}, {"SR_GLOBALTIMERHI", 0x53},
    {"SR_ESR_PC", 0x54}, {"SR_ESR_PC_HI", 0x55}, {"SR_HWTASKID", 0x60},
    {"SR_CIRCULARQUEUEENTRYINDEX", 0x61}, {"SR_CIRCULARQUEUEENTRYADDRESSLOW", 0x62},
    {"SR_CIRCULARQUEUEENTRYADDRESSHIGH", 0x63}, {"SR_PM0", 0x64}, {"SR_PM_HI0", 0x65},
    {"SR_PM1", 0x66}, {"SR_PM_HI1", 0x67}, {"SR_PM2", 0x68}, {"SR_PM_HI2", 0x69},
    {"SR_PM3", 0x6a}, {"SR_PM_HI3", 0x6b}, {"SR_PM4", 0x6c}, {"SR_PM_HI4", 0x6d},
    {"SR_PM5", 0x6e}, {"SR_PM_HI5", 0x6f}, {"SR_PM6", 0x70}, {"SR_PM_HI6", 0x71},
    {"SR_PM7", 0x72}, {"SR_PM_HI7", 0x73}, {"SR_SNAP_PM0", 0x74}, {"SR_SNAP_PM_HI0", 0x75},
    {"SR_SNAP_PM1", 0x76}, {"SR_SNAP_PM_HI1", 0x77}, {"SR_SNAP_PM2", 0x78},
    {"SR_SNAP_PM_HI2", 0x79}, {"SR_SNAP_PM3", 0x7a}, {"SR_SNAP_PM_HI3", 0x7b},
    {"SR_SNAP_PM4", 0x7c}, {"SR_SNAP_PM_HI4", 0x7d}, {"SR_SNAP_PM5", 0x7e},
    {"SR_SNAP_PM_HI5", 0x7f}, {"SR_SNAP_PM6", 0x80}, {"SR_SNAP_PM_HI6", 0x81},
    {"SR_SNAP_PM7", 0x82}, {"SR_SNAP_PM_HI7", 0x83}, {"SR_VARIABLE_RATE", 0x84},
    {"SR_WARPGROUP_INFO", 0x86}, {"SR_WARPGROUPID", 0x87}, {"SR_CgaCtaId", 0x88},
    {"SR_GpcLocalCgaId", 0x89}, {"SR_CTARegPoolSz", 0x8b}, {"SRZ", 0xff},
    // clang-format on
};

enum { SPECIAL_REGISTER_COUNT = sizeof special_registers / sizeof special_registers[0] };

int sass_sreg_id(const char *name, size_t length)
{
    for (size_t i = 0; i < SPECIAL_REGISTER_COUNT; i++) {
        if (strlen(special_registers[i].name) == length &&
            memcmp(special_registers[i].name, name, length) == 0)
            return (int)special_registers[i].id;
    }
    return -1;
}

const char *sass_sreg_name(unsigned id)
{
    for (size_t i = 0; i < SPECIAL_REGISTER_COUNT; i++) {
        if (special_registers[i].id == id)
            return special_registers[i].name;
    }
    return NULL;
}
