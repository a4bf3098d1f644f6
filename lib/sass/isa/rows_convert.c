// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Conversions. Sizes are powers of two of bytes, bfloat16 is 4. Where a 64-bit number takes part
// the opcode is 12 higher. A byte or a half of the source is chosen by a suffix.
//
// clang-format off
#include "sass/isa/alu_macros.h"

// Integers by size and sign: bits [72:76] of F2I, with nothing at 73 and 74.
#define INT(size)      (size) << 3
static const char *const int_types[32] = {
    [INT(0)] = ".U8",  [INT(1)] = ".U16",  [INT(2)] = ".U32",
    [INT(0) | 1] = ".S8",  [INT(1) | 1] = ".S16",  [INT(2) | 1] = "",
};
static const char *const int64_types[32] = {[INT(3)] = ".U64", [INT(3) | 1] = ".S64"};
static const char *const sign8[2] = {".U8", ".S8"};
static const char *const sign16[2] = {".U16", ".S16"};
static const char *const sign32[2] = {".U32", ""};
static const char *const sign64[2] = {".U64", ".S64"};
static const char *const named_sign32[2] = {".U32", ".S32"};
static const char *const only_u32[2] = {".U32", NULL};
static const char *const only_s32[2] = {NULL, ""};
static const char *const only_named_s32[2] = {NULL, ".S32"};
static const char *const only_u64[2] = {".U64", NULL};
static const char *const only_s64[2] = {NULL, ".S64"};

// Floats by size; the types of one row are those that its source or result leaves open.
static const char *const float_names_8x[8] = {[1] = ".F16", [2] = ""};
static const char *const float_names_90[8] = {[1] = ".F16", [2] = "", [4] = ".BF16"};
static const char *const only_f64[8] = {[3] = ".F64"};
static const char *const only_f16[8] = {[1] = ".F16"};
static const char *const only_f32[8] = {[2] = ".F32"};
static const char *const only_bf16[8] = {[4] = ".BF16"};
static const char *const f32_unnamed[8] = {[2] = ""};
static const char *const f16_or_bf16[8] = {[1] = ".F16", [4] = ".BF16"};
static const char *const f16_or_f32[8] = {[1] = ".F16", [2] = ".F32"};
static const char *const f16_f32_bf16[8] = {[1] = ".F16", [2] = ".F32", [4] = ".BF16"};
static const char *const f32_or_bf16[8] = {[2] = ".F32", [4] = ".BF16"};

static const char *const round_names[4] = {"", ".FLOOR", ".CEIL", ".TRUNC"};
static const char *const truncate_names[4] = {"", NULL, NULL, ".TRUNC"};
static const char *const rz_names[4] = {"", NULL, NULL, ".RZ"};
static const char *const ntz_names[2] = {"", ".NTZ"};
static const char *const relu_names[2] = {"", ".RELU"};
static const char *const satfinite_names[2] = {"", ".SATFINITE"};
static const char *const satfinite[1] = {".SATFINITE"};
static const char *const f16_or_bf16_bit[2] = {"", ".BF16"};
static const char *const f16_or_bf16_named[2] = {".F16", ".BF16"};
static const char *const fp8_names[2] = {".E5M2", ".E4M3"};
static const char *const byte_names[2] = {".U8", ".S8"};
static const char *const half_of[4] = {"", ".H1", NULL, NULL};
static const char *const half_of_c[2] = {"", ".H1"};
static const char *const byte_of[4] = {"", ".B1", ".B2", ".B3"};
static const char *const pack_types[8] = {".U8", ".S8", ".U16", ".S16"};
static const char *const pack2_types[8] = {[4] = ".U2", [5] = ".S2"};
static const char *const pack4_types[8] = {[6] = ".U4", [7] = ".S4"};
static const char *const from_28[4] = {[3] = ".28"};
static const char *const from_24[4] = {[2] = ".24"};
static const char *const from_half[4] = {"", ".H1", NULL, NULL};
static const char *const sat_80[4] = {".SAT", NULL, NULL, NULL};
static const char *const sat_86[4] = {".SAT", "", ".SATRELU", NULL};
static const char *const sat_90[4] = {"", ".SAT", ".SATRELU", NULL};
static const char *const i2i_types[4] = {".U8", ".S8", ".U16", ".S16"};
static const char *const s32_sat[1] = {".S32.SAT"};
static const char *const s32[1] = {".S32"};
static const char *const f32[1] = {".F32"};
static const char *const f32_pack_ab[1] = {".F32.PACK_AB"};
static const char *const f32_merge_c[1] = {".F32.MERGE_C"};
static const char *const pack_ab[1] = {".PACK_AB"};
static const char *const merge_c[1] = {".MERGE_C"};
static const char *const unpack_b[1] = {".UNPACK_B"};
static const char *const f16[1] = {".F16"};
static const char *const f16_unpack_b_merge_c[1] = {".F16.UNPACK_B_MERGE_C"};
static const char *const f32_pack_ab_merge_c[1] = {".F32.PACK_AB_MERGE_C"};
static const char *const tf32_f32_pack_b[1] = {".TF32.F32.PACK_B"};

#define TO(names)      {SASS_MOD_TO, 75, 3, names}
#define FROM(names)    {SASS_MOD_FROM, 84, 3, names}
#define FROM_INT(names) {SASS_MOD_SIGNED, 74, 1, names}
#define TO_INT(names)  {SASS_MOD_TO, 72, 5, names}
#define ROUND          {SASS_MOD_RND, 78, 2, round_names}
#define NTZ            {SASS_MOD_OTHER, 77, 1, ntz_names}
#define WORD(names)    {SASS_MOD_OTHER, 0, 0, names}

#define NEG_ABS        (.neg = 63, .abs = 62)
#define OF_HALF        (.neg = 63, .abs = 62, .part = true, \
                        .suffix = {SASS_MOD_OTHER, 60, 2, half_of})
#define OF_HALF_K      (.neg = 63, .abs = 62, .part = true, .spaced = true, \
                        .suffix = {SASS_MOD_OTHER, 60, 2, half_of})
#define INT_HALF       (.suffix = {SASS_MOD_OTHER, 60, 2, half_of})
#define INT_HALF_K     (.spaced = true, .suffix = {SASS_MOD_OTHER, 60, 2, half_of})
#define INT_BYTE       (.suffix = {SASS_MOD_OTHER, 60, 2, byte_of})
#define INT_BYTE_K     (.spaced = true, .suffix = {SASS_MOD_OTHER, 60, 2, byte_of})
#define PART(row, imm, m, k) \
    row(0x0300, {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, BITS m}) row(0x0900, imm()) \
    row(0x0b00, SRC_K(k)) row(0x1b00, SRC_X(k)) row(0x1d00, SRC_U(1, m))

#define INT_PART(row, m, k) \
    row(0x0300, {.kind = SASS_OPND_GPR, .pos = 32, .regs = 1, BITS m}) \
    row(0x0b00, SRC_K(k)) row(0x1b00, SRC_X(k)) row(0x1d00, SRC_U(1, m))

#define LONG_PART(row) row(0x0300, {.kind = SASS_OPND_GPR, .pos = 32, .regs = 2}) \
    row(0x0b00, SRC_K(PLAIN)) row(0x1b00, SRC_X(PLAIN)) row(0x1d00, SRC_U(2, PLAIN))

static const struct sass_row rows[] = {
// Float to float.
#define F2F(op, code, archs, to, from, n, ...) ROW("F2F", op, code, archs, XU, \
    MODS(FTZ, TO(to), FROM(from), RND), OPS(RD(n), __VA_ARGS__), NO_FIX)
#define F2F_H_8X(form, ...) F2F(F2F, (form) | 0x004, SASS_SM8X, only_f32, only_f16, 1, __VA_ARGS__)
#define F2F_H_90(form, ...) \
    F2F(F2F, (form) | 0x004, SASS_SM90, f32_or_bf16, only_f16, 1, __VA_ARGS__)
#define F2F_B_90(form, ...) \
    F2F(F2F, (form) | 0x004, SASS_SM90, f16_or_f32, only_bf16, 1, __VA_ARGS__)
#define F2F_S(form, ...)    F2F(F2F, (form) | 0x004, ALL, f16_or_bf16, only_f32, 1, __VA_ARGS__)
#define F2F_D_8X(form, ...) \
    F2F(F2F, (form) | 0x010, SASS_SM8X, f16_or_f32, only_f64, 1, __VA_ARGS__)
#define F2F_D_90(form, ...) \
    F2F(F2F, (form) | 0x010, SASS_SM90, f16_f32_bf16, only_f64, 1, __VA_ARGS__)
#define F2F_HD(form, ...)   F2F(F2F, (form) | 0x010, ALL, only_f64, only_f16, 2, __VA_ARGS__)
#define F2F_BD(form, ...)   F2F(F2F, (form) | 0x010, SASS_SM90, only_f64, only_bf16, 2, __VA_ARGS__)
#define F2F_SD(form, ...)   F2F(F2F, (form) | 0x010, ALL, only_f64, only_f32, 2, __VA_ARGS__)
PART(F2F_H_8X, IMM_F16, OF_HALF, OF_HALF_K)
PART(F2F_H_90, IMM_F16, OF_HALF, OF_HALF_K)
PART(F2F_B_90, IMM_BF16, OF_HALF, OF_HALF_K)
FORMS_X(F2F_S, 1, IMM_F32, NEG_ABS)
FORMS_X(F2F_D_8X, 2, IMM_F64, NEG_ABS)
FORMS_X(F2F_D_90, 2, IMM_F64, NEG_ABS)
PART(F2F_HD, IMM_F16, OF_HALF, OF_HALF_K)
PART(F2F_BD, IMM_BF16, OF_HALF, OF_HALF_K)
FORMS_X(F2F_SD, 1, IMM_F32, NEG_ABS)

// Float to integer. Without .NTZ a NaN becomes 0x80000000, with it zero.
#define F2I(code, archs, to, from, n, ...) ROW("F2I", F2I, code, archs, XU, \
    MODS(FTZ, TO_INT(to), FROM(from), ROUND, NTZ), OPS(RD(n), __VA_ARGS__), NO_FIX)
#define F2I_H(form, ...)    F2I((form) | 0x005, ALL, int_types, only_f16, 1, __VA_ARGS__)
#define F2I_B(form, ...)    F2I((form) | 0x005, SASS_SM90, int_types, only_bf16, 1, __VA_ARGS__)
#define F2I_S(form, ...)    F2I((form) | 0x005, ALL, int_types, f32_unnamed, 1, __VA_ARGS__)
#define F2I_D(form, ...)    F2I((form) | 0x011, ALL, int_types, only_f64, 1, __VA_ARGS__)
#define F2I_HL(form, ...)   F2I((form) | 0x011, ALL, int64_types, only_f16, 2, __VA_ARGS__)
#define F2I_BL(form, ...)   F2I((form) | 0x011, SASS_SM90, int64_types, only_bf16, 2, __VA_ARGS__)
#define F2I_SL(form, ...)   F2I((form) | 0x011, ALL, int64_types, f32_unnamed, 2, __VA_ARGS__)
#define F2I_DL(form, ...)   F2I((form) | 0x011, ALL, int64_types, only_f64, 2, __VA_ARGS__)
PART(F2I_H, IMM_F16, OF_HALF, OF_HALF_K)
PART(F2I_B, IMM_BF16, OF_HALF, OF_HALF_K)
FORMS_X(F2I_S, 1, IMM_F32, NEG_ABS)
FORMS_X(F2I_D, 2, IMM_F64, NEG_ABS)
PART(F2I_HL, IMM_F16, OF_HALF, OF_HALF_K)
PART(F2I_BL, IMM_BF16, OF_HALF, OF_HALF_K)
FORMS_X(F2I_SL, 1, IMM_F32, NEG_ABS)
FORMS_X(F2I_DL, 2, IMM_F64, NEG_ABS)

// Integer to float.
#define I2F(code, archs, to, sign, size, n, ...) ROW("I2F", I2F, code, archs, XU, \
    MODS(TO(to), FROM_INT(sign), RND), OPS(RD(n), __VA_ARGS__), FIX(F(84, 2, size)))
#define I2F_8(form, ...)    I2F((form) | 0x006, SASS_SM8X, float_names_8x, sign8, 0, 1, __VA_ARGS__)
#define I2F_16(form, ...) \
    I2F((form) | 0x006, SASS_SM8X, float_names_8x, sign16, 1, 1, __VA_ARGS__)
#define I2F_32(form, ...) \
    I2F((form) | 0x006, SASS_SM8X, float_names_8x, sign32, 2, 1, __VA_ARGS__)
#define I2F_64(form, ...) \
    I2F((form) | 0x012, SASS_SM8X, float_names_8x, sign64, 3, 1, __VA_ARGS__)
#define I2F_8_90(form, ...) I2F((form) | 0x006, SASS_SM90, float_names_90, sign8, 0, 1, __VA_ARGS__)
#define I2F_16_90(form, ...) \
    I2F((form) | 0x006, SASS_SM90, float_names_90, sign16, 1, 1, __VA_ARGS__)
#define I2F_32_90(form, ...) \
    I2F((form) | 0x006, SASS_SM90, float_names_90, sign32, 2, 1, __VA_ARGS__)
#define I2F_64_90(form, ...) \
    I2F((form) | 0x012, SASS_SM90, float_names_90, sign64, 3, 1, __VA_ARGS__)
#define I2F_8D(form, ...)   I2F((form) | 0x012, ALL, only_f64, sign8, 0, 2, __VA_ARGS__)
#define I2F_16D(form, ...)  I2F((form) | 0x012, ALL, only_f64, sign16, 1, 2, __VA_ARGS__)
#define I2F_32D(form, ...)  I2F((form) | 0x012, ALL, only_f64, sign32, 2, 2, __VA_ARGS__)
#define I2F_64D(form, ...)  I2F((form) | 0x012, ALL, only_f64, sign64, 3, 2, __VA_ARGS__)
INT_PART(I2F_8, INT_BYTE, INT_BYTE_K)
INT_PART(I2F_8_90, INT_BYTE, INT_BYTE_K)
INT_PART(I2F_8D, INT_BYTE, INT_BYTE_K)
INT_PART(I2F_16, INT_HALF, INT_HALF_K)
INT_PART(I2F_16_90, INT_HALF, INT_HALF_K)
INT_PART(I2F_16D, INT_HALF, INT_HALF_K)
INT_PART(I2F_32, PLAIN, PLAIN)
INT_PART(I2F_32_90, PLAIN, PLAIN)
INT_PART(I2F_32D, PLAIN, PLAIN)
LONG_PART(I2F_64)
LONG_PART(I2F_64_90)
LONG_PART(I2F_64D)
// An immediate prints by its sign.
I2F(0x0906, SASS_SM8X, float_names_8x, only_u32, 2, 1, IMM())
I2F(0x0906, SASS_SM8X, float_names_8x, only_s32, 2, 1, IMM_S())
I2F(0x0906, SASS_SM90, float_names_90, only_u32, 2, 1, IMM())
I2F(0x0906, SASS_SM90, float_names_90, only_s32, 2, 1, IMM_S())
I2F(0x0912, ALL, only_f64, only_u32, 2, 2, IMM())
I2F(0x0912, ALL, only_f64, only_s32, 2, 2, IMM_S())
I2F(0x0912, SASS_SM8X, float_names_8x, only_u64, 3, 1, IMM())
I2F(0x0912, SASS_SM8X, float_names_8x, only_s64, 3, 1, IMM_S())
I2F(0x0912, SASS_SM90, float_names_90, only_u64, 3, 1, IMM())
I2F(0x0912, SASS_SM90, float_names_90, only_s64, 3, 1, IMM_S())
I2F(0x0912, ALL, only_f64, only_u64, 3, 2, IMM())
I2F(0x0912, ALL, only_f64, only_s64, 3, 2, IMM_S())

// Float to a float that is a whole number: both types are the same.
#define FRND(code, archs, from, size, n, ...) ROW("FRND", FRND, code, archs, XU, \
    MODS(FTZ, FROM(from), ROUND), OPS(RD(n), __VA_ARGS__), FIX(F(75, 3, size)))
#define FRND_H(form, ...)   FRND((form) | 0x007, ALL, only_f16, 1, 1, __VA_ARGS__)
#define FRND_B(form, ...)   FRND((form) | 0x007, SASS_SM90, only_bf16, 4, 1, __VA_ARGS__)
#define FRND_S(form, ...)   FRND((form) | 0x007, ALL, f32_unnamed, 2, 1, __VA_ARGS__)
#define FRND_D(form, ...)   FRND((form) | 0x013, ALL, only_f64, 3, 2, __VA_ARGS__)
PART(FRND_H, IMM_F16, OF_HALF, OF_HALF_K)
PART(FRND_B, IMM_BF16, OF_HALF, OF_HALF_K)
FORMS_X(FRND_S, 1, IMM_F32, NEG_ABS)
FORMS_X(FRND_D, 2, IMM_F64, NEG_ABS)

// Two floats packed: A becomes the high half, B the low one; or B alone, merged into C. Before
// sm_89 the names of the types are left out.
#define F2FP_RELU      {SASS_MOD_RELU, 75, 1, relu_names}
#define F2FP_RZ        {SASS_MOD_RND, 79, 2, rz_names}
#define F2FP_SAT       {SASS_MOD_OTHER, 77, 1, satfinite_names}
#define ROW_PACK(form, ...) ROW("F2FP", F2FP_PACK, (form) | 0x03e, SASS_SM80 | SASS_SM86, ALU, \
    MODS(F2FP_SAT, F2FP_RELU, {SASS_MOD_TO, 76, 1, f16_or_bf16_bit}, WORD(pack_ab), F2FP_RZ), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), FIX(F(64, 8, 255)))
#define ROW_PACK_89(form, ...) ROW("F2FP", F2FP_PACK, (form) | 0x03e, SASS_SM89 | SASS_SM90, ALU, \
    MODS(F2FP_SAT, F2FP_RELU, {SASS_MOD_TO, 76, 1, f16_or_bf16_named}, \
         WORD(f32_pack_ab), F2FP_RZ), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__), FIX(F(64, 8, 255)))
#define ROW_MERGE(form, ...) ROW("F2FP", F2FP_MERGE, (form) | 0x03e, SASS_SM80 | SASS_SM86, ALU, \
    MODS(F2FP_SAT, F2FP_RELU, {SASS_MOD_TO, 76, 1, f16_or_bf16_bit}, WORD(merge_c), F2FP_RZ), \
    OPS(RD(1), __VA_ARGS__), FIX(F(24, 8, 255), F(78, 1, 1)))
#define ROW_MERGE_89(form, ...) ROW("F2FP", F2FP_MERGE, (form) | 0x03e, SASS_SM89 | SASS_SM90, \
    ALU, \
    MODS(F2FP_SAT, F2FP_RELU, {SASS_MOD_TO, 76, 1, f16_or_bf16_named}, \
         WORD(f32_merge_c), F2FP_RZ), \
    OPS(RD(1), __VA_ARGS__), FIX(F(24, 8, 255), F(78, 1, 1)))
FORMS_B(ROW_PACK, 1, IMM_F32, PLAIN)
FORMS_B(ROW_PACK_89, 1, IMM_F32, PLAIN)
FORMS_BC_B(ROW_MERGE, 1, 1, IMM_F32, PLAIN, PLAIN)
FORMS_BC_B(ROW_MERGE_89, 1, 1, IMM_F32, PLAIN, PLAIN)
// sm_89 on: to and from two 8-bit floats in a half of a register; sm_90: to TF32.
#define F2FP_SATFINITE {SASS_MOD_OTHER, 0, 0, satfinite}
#define FP8(p)         {SASS_MOD_TO, (p), 1, fp8_names}
#define FROM_FP8       {SASS_MOD_FROM, 73, 1, fp8_names}
#define HALF_OF_C      (.suffix = {SASS_MOD_OTHER, 72, 1, half_of_c})
#define SM89_ON        SASS_SM89 | SASS_SM90
ROW("F2FP", F2FP_PACK_FP8, 0x023e, SM89_ON, ALU,
    MODS(F2FP_SATFINITE, F2FP_RELU, FP8(76), WORD(f32_pack_ab_merge_c)),
    OPS(RD(1), SRC_A(1, PLAIN), SRC_B(1, PLAIN), SRC_C(1, HALF_OF_C)),
    FIX(F(77, 2, 3), F(86, 5, 18)))
ROW("F2FP", F2FP_FP8_FROM_F16, 0x023e, SM89_ON, ALU,
    MODS(F2FP_SATFINITE, F2FP_RELU, FP8(76), WORD(f16_unpack_b_merge_c)),
    OPS(RD(1), SRC_B(1, PLAIN), SRC_C(1, HALF_OF_C)),
    FIX(F(24, 8, 255), F(73, 1, 1), F(77, 2, 1), F(86, 5, 18)))
ROW("F2FP", F2FP_F16_FROM_FP8, 0x023e, SM89_ON, ALU,
    MODS(F2FP_RELU, WORD(f16), FROM_FP8, WORD(unpack_b)),
    OPS(RD(1), SRC_B(1, (.suffix = {SASS_MOD_OTHER, 88, 1, half_of_c}))),
    FIX(F(24, 8, 255), F(64, 8, 255), F(74, 1, 1), F(86, 2, 0), F(89, 2, 1)))
ROW("F2FP", F2FP_TF32, 0x023e, SASS_SM90, ALU,
    MODS(F2FP_RELU, WORD(tf32_f32_pack_b), F2FP_RZ), OPS(RD(1), SRC_B(1, PLAIN)),
    FIX(F(24, 8, 255), F(64, 8, 255), F(76, 3, 5), F(86, 5, 9)))

// 32-bit integer to float on the ALU, and two floats to bytes.
#define SM86_ON        ALL & ~SASS_SM80
#define ROW_I2FP(form, signs, ...) ROW("I2FP.F32", I2FP, (form) | 0x045, SM86_ON, ALU, \
    MODS(FROM_INT(signs), {SASS_MOD_RND, 78, 2, rz_names}), OPS(RD(1), __VA_ARGS__), \
    FIX(F(75, 3, 2), F(84, 2, 2)))
ROW_I2FP(0x0200, named_sign32, SRC_B(1, PLAIN))
ROW_I2FP(0x0800, only_u32, IMM())
ROW_I2FP(0x0800, only_named_s32, IMM_S())
ROW_I2FP(0x0a00, named_sign32, SRC_K(PLAIN))
ROW_I2FP(0x1a00, named_sign32, SRC_X(PLAIN))
ROW_I2FP(0x1c00, named_sign32, SRC_U(1, PLAIN))
#define ROW_F2IP(form, ...) ROW("F2IP", F2IP, (form) | 0x043, SM86_ON, ALU, \
    MODS({SASS_MOD_TO, 76, 1, byte_names}, WORD(f32), {SASS_MOD_RND, 78, 2, truncate_names}, \
         {SASS_MOD_OTHER, 74, 1, ntz_names}, F2FP_RELU), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, SRC_C(1, HALF_OF_C)), NO_FIX)
FORMS_B(ROW_F2IP, 1, IMM_F32, PLAIN)
#define ROW_F2IP_C(form, ...) ROW("F2IP", F2IP, (form) | 0x043, SM86_ON, ALU, \
    MODS({SASS_MOD_TO, 76, 1, byte_names}, WORD(f32), {SASS_MOD_RND, 78, 2, truncate_names}, \
         {SASS_MOD_OTHER, 74, 1, ntz_names}, F2FP_RELU), \
    OPS(RD(1), SRC_A(1, PLAIN), SRC_B_AT_C(1, PLAIN), __VA_ARGS__), NO_FIX)
ROW_F2IP_C(0x0400, IMM_F32())
ROW_F2IP_C(0x0600, {.kind = SASS_OPND_CONST, .pos = 38, .width = 16, .spaced = true,
                    BITS HALF_OF_C})
ROW_F2IP_C(0x1600, {.kind = SASS_OPND_CONST_UGPR, .upos = 32, .pos = 38, .width = 16,
                    .spaced = true, BITS HALF_OF_C})
ROW_F2IP_C(0x1e00, SRC_U(1, HALF_OF_C))

// Integers to shorter ones with saturation: one, or A and B packed in front of a part of C.
#define ROW_I2I(form, ...) ROW("I2I", I2I, (form) | 0x038, ALL, I2I, \
    MODS({SASS_MOD_TO, 76, 2, i2i_types}, WORD(s32_sat)), OPS(RD(1), __VA_ARGS__), NO_FIX)
FORMS_B(ROW_I2I, 1, IMM_S, PLAIN)
#define I2IP(form, archs, types, sat, parts, ...) ROW("I2IP", I2IP, (form) | 0x039, archs, ALU, \
    MODS({SASS_MOD_TO, 76, 3, types}, WORD(s32), {SASS_MOD_OTHER, 74, 2, sat}), \
    OPS(RD(1), SRC_A(1, PLAIN), __VA_ARGS__, \
        SRC_C(1, (.suffix = {SASS_MOD_OTHER, 72, 2, parts}))), NO_FIX)
#define I2IP_80(form, ...)   I2IP(form, SASS_SM80, pack_types, sat_80, from_half, __VA_ARGS__)
#define I2IP_80_2(form, ...) I2IP(form, SASS_SM80, pack2_types, sat_80, from_28, __VA_ARGS__)
#define I2IP_80_4(form, ...) I2IP(form, SASS_SM80, pack4_types, sat_80, from_24, __VA_ARGS__)
#define I2IP_86(form, ...)   I2IP(form, SM86_89, pack_types, sat_86, from_half, __VA_ARGS__)
#define I2IP_86_2(form, ...) I2IP(form, SM86_89, pack2_types, sat_86, from_28, __VA_ARGS__)
#define I2IP_86_4(form, ...) I2IP(form, SM86_89, pack4_types, sat_86, from_24, __VA_ARGS__)
#define I2IP_90(form, ...)   I2IP(form, SASS_SM90, pack_types, sat_90, from_half, __VA_ARGS__)
#define I2IP_90_2(form, ...) I2IP(form, SASS_SM90, pack2_types, sat_90, from_28, __VA_ARGS__)
#define I2IP_90_4(form, ...) I2IP(form, SASS_SM90, pack4_types, sat_90, from_24, __VA_ARGS__)
#define SM86_89        SASS_SM86 | SASS_SM89
FORMS_B(I2IP_80, 1, IMM_S, PLAIN)
FORMS_B(I2IP_80_2, 1, IMM_S, PLAIN)
FORMS_B(I2IP_80_4, 1, IMM_S, PLAIN)
FORMS_B(I2IP_86, 1, IMM_S, PLAIN)
FORMS_B(I2IP_86_2, 1, IMM_S, PLAIN)
FORMS_B(I2IP_86_4, 1, IMM_S, PLAIN)
FORMS_B(I2IP_90, 1, IMM_S, PLAIN)
FORMS_B(I2IP_90_2, 1, IMM_S, PLAIN)
FORMS_B(I2IP_90_4, 1, IMM_S, PLAIN)
};

ROW_GROUP(convert);
