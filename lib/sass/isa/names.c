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
const char *const sass_names_load_order[16] = {
    [0] = "", [4] = ".CONSTANT", [5] = ".STRONG.SM", [7] = ".STRONG.GPU", [10] = ".STRONG.SYS",
};
const char *const sass_names_store_order[16] = {
    [0] = "",
    [5] = ".STRONG.SM",
    [7] = ".STRONG.GPU",
    [10] = ".STRONG.SYS",
};
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
    {"SR_LANEID", 0x00},  {"SR_TID.X", 0x21},   {"SR_TID.Y", 0x22},   {"SR_TID.Z", 0x23},
    {"SR_CTAID.X", 0x25}, {"SR_CTAID.Y", 0x26}, {"SR_CTAID.Z", 0x27}, {"SRZ", 0xff},
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
