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
    // What the binder has asked for, as bits; what it has not must say nothing.
    uint16_t mods, operands, negs, abses, suffixes;
};

/// A binder for an operation. Ends with bind NULL.
struct binding {
    enum sass_op op;
    void (*bind)(struct binder *binder);
};
extern const struct binding bind_basic[], bind_data[], bind_uniform[];
extern const struct binding bind_memory[], bind_atomic[];
extern const struct binding bind_half[], bind_floats[], bind_convert[];
extern const struct binding bind_arith[], bind_bits[], bind_packed[], bind_pred[];

/// An operation of the uniform datapath whose operands stand as those of an operation of the lanes
/// do, so that it has its binder. Ends with `op` and `sister` equal.
struct binding_sister {
    enum sass_op op, sister;
};
extern const struct binding_sister bind_sisters[];
extern const struct binding bind_control[], bind_lane[], bind_mma[];
extern const struct binding bind_syncs[], bind_bulk[];
extern const struct binding bind_wgmma[];

// What binders ask for. Each call notes that the binder has taken care of it; a modifier, operand,
// sign, bar or suffix that says something and that nobody asked for makes the instruction one
// without an executor.

/// Value of the modifier `id`, 0 where the row has none.
unsigned bind_mod(struct binder *binder, enum sass_mod_id id);

/// Value of the modifier whose field begins at bit `pos`, 0 where the row has none.
unsigned bind_mod_at(struct binder *binder, unsigned pos);

/// Whether a load or store is .STRONG or .MMIO: others may access the same place meanwhile.
bool bind_is_strong(const struct binder *binder);

/// Number of operands, and operand i as it was decoded.
unsigned bind_count(const struct binder *binder);
const struct sass_operand *bind_operand(struct binder *binder, unsigned i);

/// Sign, bars, suffix of operand i.
bool bind_neg(struct binder *binder, unsigned i);
bool bind_abs(struct binder *binder, unsigned i);
unsigned bind_suffix(struct binder *binder, unsigned i);

/// Index of the first operand of a kind that is written or read, as asked; the number of operands
/// where there is none.
unsigned bind_find(const struct binder *binder, enum sass_operand_kind kind, bool dst);

/// Offset of the row that source operand i reads, whatever its kind. Registers of 64 and 128 bits
/// are rows in a sequence.
uint32_t bind_source(struct binder *binder, unsigned i);

/// The same for a source of 64 bits in two rows, which may be a constant or a double.
uint32_t bind_source64(struct binder *binder, unsigned i);

/// Offset of the rows of constant operand i, which has a size (enum sass_size). Of cx[UR][] too.
uint32_t bind_constant(struct binder *binder, unsigned i, unsigned size);

/// Offset of the first row of general registers reg to reg + count - 1, of zeros for RZ.
uint32_t bind_register(struct binder *binder, unsigned reg, unsigned count);

/// Offset of the row that the register operand i is written to.
uint32_t bind_destination(struct binder *binder, unsigned i);

/// Index of the predicate, uniform or not, that operand i is written to.
uint8_t bind_pred_destination(struct binder *binder, unsigned i);

/// Index of the predicate that operand i reads, and what flips it.
void bind_pred_source(struct binder *binder, unsigned i, uint8_t *predicate, uint32_t *flip);

/// Address operand i: its register in uop->a, the rest in info->offset, u and address64.
void bind_address(struct binder *binder, unsigned i);

/// Offset of the row of an address's uniform register; of zeros where there is none.
uint32_t bind_address_uniform(struct binder *binder, unsigned i);

/// Offset of a row with an immediate in every lane.
uint32_t bind_immediate(struct binder *binder, uint32_t value);

/// Offset of two rows with the words of an immediate in every lane.
uint32_t bind_immediate64(struct binder *binder, uint64_t value);

/// Bind one instruction by its row's operation: fills uop, info and exec, or the reason why not.
void bind_instruction(struct binder *binder);

#endif
