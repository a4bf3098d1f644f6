// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/uop_scan.h"

#include "emulator/window.h"

// Uniform registers up to the highest that an operand names.
static unsigned uniform_end(const struct sass_inst *inst, unsigned i)
{
    enum { ADDRESS_REGS = 2 };
    const struct sass_operand *operand = &inst->operands[i];
    if (operand->kind == SASS_OPND_UGPR && operand->reg != SASS_URZ)
        return operand->reg + sass_operand_regs(inst, i);
    if (inst->row->operands[i].upos && operand->ureg != SASS_URZ)
        return operand->ureg + ADDRESS_REGS;
    return 0;
}

unsigned uop_scan_uniform(const struct sass_inst *insts, const bool *valid, size_t words)
{
    unsigned count = 0;
    for (size_t w = 0; w < words; w++) {
        for (unsigned i = 0; valid[w] && i < sass_row_operands(insts[w].row); i++) {
            unsigned end = uniform_end(&insts[w], i);
            count = end > count ? end : count;
        }
    }
    return count;
}

bool uop_scan_param_address(unsigned sm, const struct sass_inst *insts, const bool *valid,
                            size_t words)
{
    const int64_t at = launch_param_pointer(sm);
    for (size_t w = 0; w < words; w++) {
        for (unsigned i = 0; valid[w] && i < sass_row_operands(insts[w].row); i++) {
            const struct sass_operand *operand = &insts[w].operands[i];
            bool is_constant = operand->kind == SASS_OPND_CONST ||
                               operand->kind == SASS_OPND_CONST_INDEX ||
                               operand->kind == SASS_OPND_CONST_UINDEX;
            if (is_constant && operand->bank == 0 && (operand->imm == at || operand->imm == at + 4))
                return true;
        }
    }
    return false;
}

// with.
unsigned uop_scan_registers(const struct cubin_kernel *source, const struct sass_inst *insts,
                            const bool *valid)
{
    for (size_t w = 0; w < source->words; w++) {
        if (valid[w] && insts[w].row->op == SASS_OP_USETMAXREG)
            return SASS_RZ;
    }
    return source->registers;
}
