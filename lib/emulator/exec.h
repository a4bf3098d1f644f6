// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The executors: for each a version for all lanes and one for any lanes. The same sources are
// compiled for several host instruction sets; EXEC_FLAVOUR names the one being compiled.
#ifndef EMULATOR_EXEC_H
#define EMULATOR_EXEC_H

#include "emulator/warp.h"

enum exec_id {
#define EXEC(file, name) EXEC_##name,
#include "emulator/exec.def"
#undef EXEC
    EXEC_COUNT
};

struct exec_pair {
    exec_fn *plain, *masked;
};

/// The executors of the best instruction set that this machine has, up to what SASSDNN_EMU_ISA
/// allows. Thread-safe.
const struct exec_pair *exec_table(void);

/// Looks at the guard, then executes: what a guarded micro-op's `fn` is.
exec_fn exec_guarded;

/// One table per file and flavour, indexed by exec_id; holes are NULL.
#define EXEC_JOIN2(a, b, c) exec_##a##_##b##c
#define EXEC_JOIN(a, b, c) EXEC_JOIN2(a, b, c)
#define EXEC_TABLE(file) EXEC_JOIN(file, table_, EXEC_FLAVOUR)
#define EXEC_ENTRY(name) [EXEC_##name] = {name##_plain, name##_masked}
/// One function for all lanes and for any.
#define EXEC_SINGLE(name) [EXEC_##name] = {name##_any, name##_any}
/// name_plain from name_masked: all lanes whatever the mask, as the uniform datapath wants it.
#define EXEC_ALL_LANES(name)                                                                       \
    static const struct uop *name##_plain(struct warp *warp, const struct uop *uop, uint32_t mask) \
    {                                                                                              \
        (void)mask;                                                                                \
        return name##_masked(warp, uop, UINT32_MAX);                                               \
    }

#define EXEC_DECLARE(flavour)                                                                      \
    extern const struct exec_pair exec_float_table_##flavour[EXEC_COUNT];                          \
    extern const struct exec_pair exec_int_table_##flavour[EXEC_COUNT];                            \
    extern const struct exec_pair exec_memory_table_##flavour[EXEC_COUNT];
EXEC_DECLARE(baseline)
EXEC_DECLARE(v3)
EXEC_DECLARE(v4)
extern const struct exec_pair exec_round_table[EXEC_COUNT];
extern const struct exec_pair exec_control_table[EXEC_COUNT];
extern const struct exec_pair exec_data_table[EXEC_COUNT];
extern const struct exec_pair exec_uniform_table[EXEC_COUNT];
extern const struct exec_pair exec_generic_table[EXEC_COUNT];
extern const struct exec_pair exec_atomic_table[EXEC_COUNT];
extern const struct exec_pair exec_async_table[EXEC_COUNT];
extern const struct exec_pair exec_matrix_table[EXEC_COUNT];
extern const struct exec_pair exec_half_table[EXEC_COUNT];
extern const struct exec_pair exec_half_compare_table[EXEC_COUNT];
extern const struct exec_pair exec_compare_table[EXEC_COUNT];
extern const struct exec_pair exec_double_table[EXEC_COUNT];
extern const struct exec_pair exec_mufu_table[EXEC_COUNT];
extern const struct exec_pair exec_convert_table[EXEC_COUNT];
extern const struct exec_pair exec_pack_table[EXEC_COUNT];
extern const struct exec_pair exec_arith_table[EXEC_COUNT];
extern const struct exec_pair exec_bits_table[EXEC_COUNT];
extern const struct exec_pair exec_constant_table[EXEC_COUNT];
extern const struct exec_pair exec_packed_table[EXEC_COUNT];
extern const struct exec_pair exec_pred_table[EXEC_COUNT];
extern const struct exec_pair exec_barrier_table[EXEC_COUNT];
extern const struct exec_pair exec_converge_table[EXEC_COUNT];
extern const struct exec_pair exec_jump_table[EXEC_COUNT];
extern const struct exec_pair exec_lane_table[EXEC_COUNT];
extern const struct exec_pair exec_special_table[EXEC_COUNT];
extern const struct exec_pair exec_mma_table[EXEC_COUNT];
extern const struct exec_pair exec_dmma_table[EXEC_COUNT];
extern const struct exec_pair exec_syncs_table[EXEC_COUNT];
extern const struct exec_pair exec_cluster_table[EXEC_COUNT];
extern const struct exec_pair exec_tensor_table[EXEC_COUNT];
extern const struct exec_pair exec_bulk_table[EXEC_COUNT];
extern const struct exec_pair exec_wgmma_table[EXEC_COUNT];

/// What binders tell the executors of control flow in info->v[0], and in v[1] of BAR.
enum bra_condition { BRA_ALL, BRA_ANY, BRA_CONVERGED, BRA_DIVERGED };
enum warp_state { STATE_MEXITED, STATE_MACTIVE, STATE_CALL_DEPTH };
enum reduce { REDUCE_NONE, REDUCE_POPC, REDUCE_AND, REDUCE_OR };

/// Rows may alias only lane by lane, which is what lets lanes run side by side. Clang would unroll
/// the loop before it thinks of vectors.
#if defined __clang__
#define EACH_LANE                                                                                  \
    _Pragma("clang loop vectorize(assume_safety) unroll(disable)") for (int i = 0; i < LANES; i++)
#else
#define EACH_LANE _Pragma("GCC ivdep") for (int i = 0; i < LANES; i++)
#endif

/// The lanes of a mask one after the other, where speed does not matter.
#define EACH_ACTIVE(mask)                                                                          \
    for (uint32_t rest = (mask), i; rest && (i = (uint32_t)__builtin_ctz(rest), true);             \
         rest &= rest - 1)

typedef float __attribute__((may_alias)) lane_float;

static inline const uint32_t *row_u32(const struct warp *warp, uint32_t offset)
{
    return warp_row(warp, offset);
}

static inline lane_float *row_f32(const struct warp *warp, uint32_t offset)
{
    return (lane_float *)(void *)(warp->rows + offset);
}

static inline float float_of(uint32_t bits)
{
    union {
        uint32_t u;
        float f;
    } pun = {.u = bits};
    return pun.f;
}

static inline uint32_t bits_of(float value)
{
    union {
        float f;
        uint32_t u;
    } pun = {.f = value};
    return pun.u;
}

/// Lanes in which `predicate` (flipped) holds.
static inline uint32_t read_pred(const struct warp *warp, unsigned predicate, uint32_t flip)
{
    return warp->pred[predicate] ^ flip;
}

static inline void write_pred(struct warp *warp, unsigned predicate, uint32_t mask, uint32_t value)
{
    warp->pred[predicate] = (warp->pred[predicate] & ~mask) | (value & mask);
}

#endif
