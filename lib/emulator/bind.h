// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// From a decoded instruction to a micro-op: one binder function per operation chooses the executor
// and says where the operands are.
#ifndef EMULATOR_BIND_H
#define EMULATOR_BIND_H

#include "emulator/exec.h"

struct binder {
    struct kernel *kernel;
    const struct exec_pair *execs;
    unsigned pool_capacity;
    uint32_t *hash; ///< pool indices + 1, by entry
    unsigned hash_size;
    bool no_memory;
    // of the instruction being bound
    const struct sass_inst *inst;
    size_t index;
    struct uop *uop;
    struct uop_info *info;
    enum exec_id exec;
    const char *reason; ///< set: it cannot be executed
};

/// Offset of the row that source operand i reads, whatever its kind.
uint32_t bind_source(struct binder *binder, unsigned i);

/// Offset of the row that the register operand i is written to.
uint32_t bind_destination(struct binder *binder, unsigned i);

/// Bind one instruction by its row's operation: fills uop, info and exec, or the reason why not.
void bind_instruction(struct binder *binder);

#endif
