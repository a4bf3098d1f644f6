// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Decoded instructions to nvdisasm's text.
#include "sass/isa.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct out {
    char *text;
    size_t size, length;
    bool gap; // nvdisasm puts a blank behind the numbers that it names
};

static void put(struct out *out, const char *format, ...)
{
    size_t room = out->length < out->size ? out->size - out->length : 0;
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(room ? out->text + out->length : NULL, room, format, arguments);
    va_end(arguments);
    if (n > 0)
        out->length += (size_t)n;
}

static void put_hex(struct out *out, int64_t value)
{
    if (value < 0)
        put(out, "-0x%" PRIx64, (uint64_t)-value);
    else
        put(out, "0x%" PRIx64, (uint64_t)value);
}

static void put_register(struct out *out, const char *prefix, unsigned reg, unsigned zero)
{
    if (reg == zero)
        put(out, "%sZ", prefix);
    else
        put(out, "%s%u", prefix, reg);
}

static void put_predicate(struct out *out, const char *prefix, unsigned reg)
{
    if (reg == SASS_PT)
        put(out, "%sT", prefix);
    else
        put(out, "%s%u", prefix, reg);
}

static void put_suffix(struct out *out, const struct sass_operand_spec *spec,
                       const struct sass_operand *operand)
{
    if (spec->suffix.names)
        put(out, "%s", spec->suffix.names[operand->suffix]);
}

// "[R2.X4+UR4+0x10]" and "desc[UR4][R2.64+0x10]". A zero register is left out where something else
// stands, but for a 64-bit one; an offset alone is an unsigned number of 24 bits.
static void put_address(struct out *out, const struct sass_operand_spec *spec,
                        const struct sass_operand *operand)
{
    bool has_reg = spec->pos && (operand->reg != SASS_RZ ||
                                 (spec->upos ? spec->shows_rz : spec->wide || operand->imm == 0));
    bool something = has_reg || spec->upos;
    if (spec->dpos) {
        put(out, spec->hidden_desc ? "hdesc[" : "desc[");
        put_register(out, "UR", operand->desc, SASS_URZ);
        put(out, "]");
    }
    put(out, "[");
    if (has_reg) {
        put_register(out, "R", operand->reg, SASS_RZ);
        put(out, spec->wide ? ".64" : "");
        put_suffix(out, spec, operand);
    }
    if (spec->upos) {
        put(out, has_reg ? "+" : "");
        put_register(out, "UR", operand->ureg, SASS_URZ);
    }
    if (operand->imm != 0 || !something) {
        put(out, something ? "+" : "");
        put_hex(out, something || spec->signed_alone
                         ? operand->imm
                         : operand->imm & ((INT64_C(1) << spec->width) - 1));
    }
    put(out, "]");
}

// "UR4", or where it points at something "[UR4]", "desc[UR4]", "gdesc[UR4].negA".
static void put_uniform(struct out *out, const struct sass_operand_spec *spec,
                        const struct sass_operand *operand)
{
    if (spec->bracket)
        put(out, "%s[", spec->bracket);
    put_register(out, "UR", operand->reg, SASS_URZ);
    if (spec->bracket)
        put(out, "]%s%s", operand->neg ? ".negA" : "", operand->abs ? ".negB" : "");
}

static void put_const(struct out *out, const struct sass_operand_spec *spec,
                      const struct sass_operand *operand)
{
    if (operand->kind == SASS_OPND_CONST_UGPR) {
        put(out, "cx[");
        put_register(out, "UR", operand->ureg, SASS_URZ);
    } else {
        put(out, "c[0x%x", operand->bank);
    }
    put(out, spec->spaced ? "] [" : "][");
    bool uniform = operand->kind == SASS_OPND_CONST_UINDEX;
    bool indexed = operand->kind == SASS_OPND_CONST_INDEX;
    bool has_reg = uniform || ((indexed || spec->rpos) && operand->reg != SASS_RZ) ||
                   (indexed && operand->imm == 0);
    if (uniform)
        put_register(out, "UR", operand->ureg, SASS_URZ);
    else if (has_reg)
        put_register(out, "R", operand->reg, SASS_RZ);
    // Upper halves of banks count from their end.
    int64_t offset = operand->imm;
    if (spec->width == 16 && offset >= 1 << 15)
        offset -= 1 << 16;
    if (!has_reg || offset) {
        put(out, has_reg ? "+" : "");
        put_hex(out, offset);
    }
    put(out, "]");
}

// nvdisasm prints 20 significant digits, 21 in exponents from 10^9 on. NaN payloads that +QNAN
// would lose are printed as bits.
static void put_float(struct out *out, double value, uint64_t bits, uint64_t quiet_nan)
{
    bool is_nan = value != value, is_infinite = !is_nan && value - value != 0;
    bool is_quiet = is_nan && (bits & quiet_nan) == quiet_nan;
    out->gap = is_quiet || is_infinite || (value == 0 && signbit(value));
    if (is_quiet)
        put(out, bits == quiet_nan ? "+QNAN" : "-QNAN");
    else if (is_nan)
        put(out, "0x%" PRIx64, bits);
    else if (is_infinite)
        put(out, value > 0 ? "+INF" : "-INF");
    else if (out->gap)
        put(out, "-0.0");
    else
        put(out, fabs(value) < 1e9 ? "%.20g" : "%.20e", value);
}

static double half_to_double(unsigned bits)
{
    double sign = bits >> 15 ? -1 : 1, fraction = bits & 0x3ff;
    int exponent = (int)(bits >> 10 & 0x1f);
    if (exponent == 31)
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return exponent ? sign * ldexp(1 + fraction / 1024, exponent - 15)
                    : sign * ldexp(fraction, -24);
}

static double float_to_double(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void put_float_operand(struct out *out, const struct sass_operand *operand)
{
    uint64_t bits = (uint64_t)operand->imm;
    double value;
    switch (operand->kind) {
    case SASS_OPND_F32:
        bits &= 0xffffffff;
        put_float(out, float_to_double((uint32_t)bits), bits, 0x7fffffff);
        break;
    case SASS_OPND_F64:
        bits = (bits & 0xffffffff) << 32;
        memcpy(&value, &bits, sizeof value);
        put_float(out, value, bits >> 32, 0x7fffffff);
        break;
    case SASS_OPND_F16:
        put_float(out, half_to_double(bits & 0xffff), bits & 0xffff, 0x7fff);
        break;
    default:
        put_float(out, float_to_double((uint32_t)(bits & 0xffff) << 16), bits & 0xffff, 0x7fff);
        break;
    }
}

static void put_set(struct out *out, uint64_t set)
{
    const char *separator = "";
    put(out, "{");
    for (int bit = 63; bit >= 0; bit--) {
        if (!(set >> bit & 1))
            continue;
        put(out, "%s%d", separator, bit);
        separator = ",";
    }
    put(out, "}");
}

static void put_operand(struct out *out, const struct sass_operand_spec *spec,
                        const struct sass_operand *operand, uint64_t pc)
{
    bool is_predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
    if (operand->neg && !spec->bracket)
        put(out, is_predicate ? "!" : spec->complement ? "~" : "-");
    if (operand->abs && !spec->bracket)
        put(out, "|");
    switch (operand->kind) {
    case SASS_OPND_GPR:
        put_register(out, "R", operand->reg, SASS_RZ);
        break;
    case SASS_OPND_UGPR:
        put_uniform(out, spec, operand);
        break;
    case SASS_OPND_PRED:
        put_predicate(out, "P", operand->reg);
        break;
    case SASS_OPND_UPRED:
        put_predicate(out, "UP", operand->reg);
        break;
    case SASS_OPND_BARRIER:
        put(out, "B%u", operand->reg);
        break;
    case SASS_OPND_SCOREBOARD:
        put(out, "SB%u", operand->reg);
        break;
    case SASS_OPND_IMM:
        put_hex(out, operand->imm);
        break;
    case SASS_OPND_F32:
    case SASS_OPND_F64:
    case SASS_OPND_F16:
    case SASS_OPND_BF16:
        put_float_operand(out, operand);
        break;
    case SASS_OPND_SET:
        put_set(out, (uint64_t)operand->imm);
        break;
    case SASS_OPND_CONST:
    case SASS_OPND_CONST_INDEX:
    case SASS_OPND_CONST_UGPR:
    case SASS_OPND_CONST_UINDEX:
        put_const(out, spec, operand);
        break;
    case SASS_OPND_SREG:
        put(out, "%s", sass_sreg_name(operand->reg));
        break;
    case SASS_OPND_ADDR_GLOBAL:
    case SASS_OPND_ADDR_SHARED:
        put_address(out, spec, operand);
        break;
    case SASS_OPND_TARGET:
        put_hex(out, (int64_t)(pc + SASS_WORD_BYTES + (uint64_t)operand->imm));
        break;
    default:
        break;
    }
    // A choice of halves stands behind the bars of an absolute value, other suffixes inside.
    bool is_address =
        operand->kind == SASS_OPND_ADDR_GLOBAL || operand->kind == SASS_OPND_ADDR_SHARED;
    bool is_behind = operand->kind == SASS_OPND_GPR && !spec->part;
    if (!is_behind && !is_address)
        put_suffix(out, spec, operand);
    if (operand->abs && !spec->bracket)
        put(out, "|");
    if (operand->reuse)
        put(out, ".reuse");
    if (is_behind)
        put_suffix(out, spec, operand);
}

static bool left_out(const struct sass_operand_spec *spec, const struct sass_operand *operand)
{
    if (!spec->optional)
        return false;
    switch (spec->kind) {
    case SASS_OPND_PRED:
    case SASS_OPND_UPRED:
        return operand->reg == SASS_PT && operand->neg == spec->default_not;
    case SASS_OPND_GPR:
        return operand->reg == SASS_RZ;
    case SASS_OPND_UGPR:
        return operand->reg == SASS_URZ;
    case SASS_OPND_NAME:
        return spec->suffix.names[operand->suffix][0] == '\0';
    default:
        return operand->imm == spec->default_imm;
    }
}

static bool is_uniform(const struct sass_operand *operand)
{
    return operand->kind == SASS_OPND_UGPR || operand->kind == SASS_OPND_CONST_UGPR;
}

// nvdisasm calls a multiplication by what it does: by zero a move, by one an addition, by a power
// of two without an addend a shift.
static const char *alias_suffix(const struct sass_inst *inst)
{
    const struct sass_operand *a = &inst->operands[1], *b = &inst->operands[2];
    const struct sass_operand *c = &inst->operands[3];
    if (inst->row->op != SASS_OP_IMAD)
        return "";
    bool b_is_imm = b->kind == SASS_OPND_IMM;
    bool b_is_zero = (b->kind == SASS_OPND_GPR && b->reg == SASS_RZ) || (b_is_imm && b->imm == 0);
    bool no_addend = c->kind == SASS_OPND_GPR && c->reg == SASS_RZ;
    if (is_uniform(b) || is_uniform(c))
        return "";
    if (a->reg == SASS_RZ || b_is_zero || (b_is_imm && b->imm == 1 && no_addend))
        return ".MOV";
    if (b_is_imm && b->imm == 1)
        return ".IADD";
    if (b_is_imm && b->imm > 1 && (b->imm & (b->imm - 1)) == 0 && b->imm != 0x10000 && no_addend)
        return ".SHL";
    return "";
}

size_t sass_print(const struct sass_inst *inst, uint64_t pc, char *text, size_t size)
{
    struct out out = {text, size, 0, false};
    const struct sass_row *row = inst->row;
    if (size)
        text[0] = '\0';
    if (inst->guard != SASS_PT || inst->guard_not) {
        put(&out, "@%s%sP", inst->guard_not ? "!" : "", sass_row_is_uniform(row) ? "U" : "");
        put(&out, inst->guard == SASS_PT ? "T " : "%u ", inst->guard);
    }
    put(&out, "%s", row->mnemonic);
    put(&out, "%s", alias_suffix(inst));
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id; i++)
        put(&out, "%s", row->mods[i].names[inst->mods[i]]);
    const char *separator = " ";
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        if (left_out(&row->operands[i], &inst->operands[i]))
            continue;
        put(&out, "%s%s", out.gap ? " " : "", row->operands[i].no_comma ? " " : separator);
        out.gap = false;
        put_operand(&out, &row->operands[i], &inst->operands[i], pc);
        separator = ", ";
    }
    return out.length;
}

void sass_print_control(const struct sass_control *control, char *text)
{
    char *p = text;
    *p++ = '[';
    *p++ = 'B';
    for (unsigned i = 0; i < 6; i++)
        *p++ = (control->wait_mask >> i & 1) ? (char)('0' + i) : '-';
    *p++ = ':';
    *p++ = 'R';
    *p++ = control->read_barrier == SASS_NO_BARRIER ? '-' : (char)('0' + control->read_barrier);
    *p++ = ':';
    *p++ = 'W';
    *p++ = control->write_barrier == SASS_NO_BARRIER ? '-' : (char)('0' + control->write_barrier);
    *p++ = ':';
    *p++ = control->yield ? 'Y' : '-';
    *p++ = ':';
    *p++ = 'S';
    *p++ = (char)('0' + control->stall / 10);
    *p++ = (char)('0' + control->stall % 10);
    *p++ = ']';
    *p = '\0';
}
