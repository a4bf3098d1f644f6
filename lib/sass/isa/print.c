// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Decoded instructions to nvdisasm's text.
#include "sass/isa.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct out {
    char *text;
    size_t size, length;
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

static void put_predicate(struct out *out, unsigned reg, bool inverted)
{
    put(out, "%s", inverted ? "!" : "");
    if (reg == SASS_PT)
        put(out, "PT");
    else
        put(out, "P%u", reg);
}

// "[R2+0x10]"; without a register the offset stands alone, as an unsigned number of 24 bits.
static void put_shared_address(struct out *out, const struct sass_operand *operand)
{
    bool absolute = operand->reg == SASS_RZ && operand->imm != 0;
    put(out, "[");
    if (!absolute)
        put_register(out, "R", operand->reg, SASS_RZ);
    if (operand->imm != 0) {
        put(out, absolute ? "" : "+");
        put_hex(out, absolute ? operand->imm & 0xffffff : operand->imm);
    }
    put(out, "]");
}

// "desc[UR4][R2.64+0x10]"
static void put_global_address(struct out *out, const struct sass_operand *operand)
{
    put(out, "desc[");
    put_register(out, "UR", operand->ureg, SASS_URZ);
    put(out, "][");
    put_register(out, "R", operand->reg, SASS_RZ);
    put(out, ".64");
    if (operand->imm != 0) {
        put(out, "+");
        put_hex(out, operand->imm);
    }
    put(out, "]");
}

static void put_operand(struct out *out, const struct sass_operand_spec *spec,
                        const struct sass_operand *operand, uint64_t pc)
{
    if (operand->kind != SASS_OPND_PRED && operand->neg)
        put(out, spec->complement ? "~" : "-");
    if (operand->abs)
        put(out, "|");
    switch (operand->kind) {
    case SASS_OPND_GPR:
        put_register(out, "R", operand->reg, SASS_RZ);
        break;
    case SASS_OPND_UGPR:
        put_register(out, "UR", operand->reg, SASS_URZ);
        break;
    case SASS_OPND_PRED:
        put_predicate(out, operand->reg, operand->neg);
        break;
    case SASS_OPND_IMM:
        put_hex(out, operand->imm);
        break;
    case SASS_OPND_CONST:
        put(out, "c[0x%x][0x%" PRIx64 "]", operand->bank, (uint64_t)operand->imm);
        break;
    case SASS_OPND_SREG:
        put(out, "%s", sass_sreg_name(operand->reg));
        break;
    case SASS_OPND_ADDR_GLOBAL:
        put_global_address(out, operand);
        break;
    case SASS_OPND_ADDR_SHARED:
        put_shared_address(out, operand);
        break;
    case SASS_OPND_TARGET:
        put_hex(out, (int64_t)(pc + SASS_WORD_BYTES + (uint64_t)operand->imm));
        break;
    default:
        break;
    }
    if (operand->abs)
        put(out, "|");
    if (operand->reuse)
        put(out, ".reuse");
}

static bool left_out(const struct sass_operand_spec *spec, const struct sass_operand *operand)
{
    if (!spec->optional)
        return false;
    if (spec->kind == SASS_OPND_PRED)
        return operand->reg == SASS_PT && !operand->neg;
    return operand->imm == 0;
}

size_t sass_print(const struct sass_inst *inst, uint64_t pc, char *text, size_t size)
{
    struct out out = {text, size, 0};
    const struct sass_row *row = inst->row;
    if (size)
        text[0] = '\0';
    if (inst->guard != SASS_PT || inst->guard_not) {
        put(&out, "@%s%sP", inst->guard_not ? "!" : "", sass_row_is_uniform(row) ? "U" : "");
        put(&out, inst->guard == SASS_PT ? "T " : "%u ", inst->guard);
    }
    put(&out, "%s", row->mnemonic);
    for (unsigned i = 0; i < SASS_MAX_MODS && row->mods[i].id; i++)
        put(&out, "%s", row->mods[i].names[inst->mods[i]]);
    const char *separator = " ";
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        if (left_out(&row->operands[i], &inst->operands[i]))
            continue;
        put(&out, "%s", separator);
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
