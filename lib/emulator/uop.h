// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A kernel resolved for execution: one micro-op per instruction, with its executor and the places
// of its operands inside a warp's rows.
//
// A row is the 32 lanes of one 32-bit register. Every operand of every kind is a row of the warp:
// registers, uniform registers (the same value in all lanes), immediates and constants (spread
// over a row once per launch), so that executors need one form only. The rows of a warp:
//
//     ROW_ZERO     4 rows of zeros: what RZ and URZ read, up to 128 bits of it
//     ROW_SCRATCH  4 rows that nobody reads: where writes to RZ and URZ go
//     ROW_REGISTER registers 0..count-1
//     then         uniform registers 0..used-1
//     then         the pool: immediates and constants
#ifndef EMULATOR_UOP_H
#define EMULATOR_UOP_H

#include "sass/cubin.h"
#include "sass/isa.h"

enum { LANES = 32, ROW_BYTES = LANES * 4 };
enum { ROW_ZERO = 0, ROW_SCRATCH = 4, ROW_REGISTER = 8 };
/// Predicates 0..6, PT at 7, where writes to PT go, and the uniform predicates, which hold in all
/// lanes or in none.
enum { PRED_PT = SASS_PT, PRED_SCRATCH = 8, PRED_UNIFORM = 9, PRED_COUNT = 16 };

struct warp;
struct uop;

/// Executes one micro-op for the lanes of `mask` (never 0) and returns the next one, or NULL where
/// the warp cannot simply go on: warp->event says why.
typedef const struct uop *exec_fn(struct warp *warp, const struct uop *uop, uint32_t mask);

/// A source cx[UR][offset]: read before its instruction executes, into rows that only that one has.
struct bindless {
    exec_fn *plain, *masked; ///< executes the instruction itself; NULL: it has no such source
    uint32_t descriptor;     ///< rows of the uniform register pair
    uint32_t rows, offset;
    uint8_t size; ///< enum sass_size
};

/// What most executors never look at.
struct uop_info {
    exec_fn *plain;  ///< all 32 lanes
    exec_fn *masked; ///< any lanes
    uint8_t guard;   ///< predicate index
    uint32_t guard_flip;

    uint8_t p, q; ///< destination predicates
    uint8_t s, t; ///< source predicates
    uint32_t s_flip, t_flip;
    uint32_t and_a, and_b;        ///< 0x7fffffff for an absolute value
    uint32_t xor_a, xor_b, xor_c; ///< sign, or all bits for a negated or complemented integer
    uint32_t add;                 ///< 1 for each negated integer source
    uint8_t ftz, rnd, sat;
    uint8_t cmp, bool_op, hi;
    bool is_signed;
    uint32_t clamp;  ///< shift: largest count
    uint32_t wrap;   ///< shift: mask of the count
    uint32_t lut[8]; ///< LOP3: see exec_int.c
    uint32_t sreg;
    uint32_t barrier, threads;
    int64_t offset; ///< of an address
    bool address64; ///< the address register is a pair
    uint32_t u;     ///< row of the uniform part of an address: of zeros where there is none
    uint32_t e;     ///< rows of a fourth source
    uint32_t v[6];  ///< what the executor's binder says
    const struct uop *target;
    struct bindless bindless;
    const char *reason; ///< why it cannot be executed
};

/// 32 bytes, so that a long unrolled loop stays in the cache. Offsets are bytes into the rows.
struct uop {
    exec_fn
        *fn; ///< for a warp whose 32 lanes are all active; looks at the guard where there is one
    const struct uop_info *info;
    uint32_t d, a, b, c;
};

/// One row of the pool: an immediate, or a constant read when a launch starts.
struct pool_entry {
    bool is_const;
    uint8_t size;   ///< enum sass_size; of 64 bits: the next row belongs to it
    uint8_t bank;   ///< constants
    uint32_t value; ///< immediate, or byte offset in the constant bank
    uint32_t high;  ///< upper half of an immediate of 64 bits
};

/// Constant memory besides bank 0, which belongs to the launch.
struct constant_bank {
    const unsigned char *data; ///< read when a launch starts, and by LDC
    size_t size;
    uint64_t address; ///< on the device, for generic pointers; 0: none
};
enum { CONSTANT_BANKS = 18, USER_BANK = 3 };

struct kernel {
    struct cubin_kernel *source; ///< owned by the module's cubin
    unsigned sm;
    struct uop *uops; ///< source->words, and one that reports running off the end
    struct uop_info *infos;
    struct pool_entry *pool;
    unsigned pool_count;
    unsigned register_count;  ///< of a thread, at most
    unsigned uniform_count;   ///< uniform registers that it names
    unsigned pool_row;        ///< first row of the pool
    unsigned row_count;       ///< of a warp
    bool uses_local;          ///< may access local memory
    bool has_barrier_objects; ///< warps may wait for each other with them, in loops
    struct constant_bank banks[CONSTANT_BANKS];
    bool has_param_pointers; ///< reads the address of its parameters from constant bank 0
    uint64_t code_base;      ///< address of its first instruction
};

/// Where code lies, for code that computes with its addresses: 47 bits, as instructions hold them,
/// and far from all data.
#define CODE_BASE UINT64_C(0x700000000000)

/// Address of an instruction, and back; NULL for an address where there is none.
uint64_t kernel_code_address(const struct kernel *kernel, const struct uop *uop);
const struct uop *kernel_code_at(const struct kernel *kernel, uint64_t address);

/// Resolve one kernel. Never fails for what the code holds: whatever cannot be executed becomes a
/// micro-op that faults when it is reached. `banks` has CONSTANT_BANKS entries, whose memory lives
/// as long as the kernel, or is NULL for none. Returns false when memory runs out.
bool kernel_build(struct kernel *kernel, struct cubin_kernel *source, unsigned sm,
                  const struct constant_bank *banks);
void kernel_release(struct kernel *kernel);

#endif
