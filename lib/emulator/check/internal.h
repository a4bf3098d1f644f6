// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// What the parts of the watching checks share.
#ifndef EMULATOR_CHECK_INTERNAL_H
#define EMULATOR_CHECK_INTERNAL_H

#include "emulator/check/watch.h"
#include "emulator/check/watch_inst.h"

#include <stddef.h>

/// An index of an instruction that is none.
enum { NO_INDEX = UINT32_MAX };

/// Which lanes of each register, uniform register and predicate (RESOURCE_...) hold a value, and
/// the instruction that an undefined one comes from; NO_INDEX: nobody has written it.
struct watch_registers {
    uint32_t defined[RESOURCE_COUNT], origin[RESOURCE_COUNT];
};

/// Who accessed a word of memory.
struct watch_record {
    uint64_t cta;    ///< index + 1; 0: nobody
    uint32_t clock;  ///< of the warp
    uint32_t index;  ///< of the instruction
    uint32_t fences; ///< of the CTA: MEMBAR before
    uint32_t group;  ///< LDGSTS: of asynchronous copies of the warp, from 1 on; 0: no copy
    uint8_t warp, lane, bytes;
    bool strong;
};

enum { WATCH_READERS = 3, WATCH_WORD = 4 };

struct watch_cell {
    struct watch_record write, reads[WATCH_READERS];
};

/// Cells of global memory by the number of the word; open addressing.
struct watch_cells {
    uint64_t *keys; ///< word + 1; 0: free
    struct watch_cell *cells;
    size_t room, count;
};

/// What the accesses of a launch order.
struct watch_sync {
    uint64_t key; ///< address + 1, shared ones above all others
    uint32_t clock[MAX_WARPS];
};

struct watch_finding {
    const char *kind;
    uint32_t index, other;
};
enum { WATCH_FINDINGS = 100 };

struct watch {
    struct launch *launch;
    unsigned checks;
    struct watch_inst *insts;
    struct watch_cells global;
    uint32_t *fences, *released; ///< by CTA: MEMBARs, and those ahead of its last strong access
    bool *acquired;              ///< by CTA: it has made a strong access to global memory
    struct watch_finding findings[WATCH_FINDINGS];
    unsigned finding_count;
    bool out_of_memory; ///< accesses to global memory are no longer recorded
};

struct watch_cta {
    struct watch *watch;
    struct cta *cta;
    observe_fn *next;
    void *observer;
    struct watch_registers registers[MAX_WARPS];
    uint8_t *shared, *local;  ///< a byte each: not 0 where something was written
    struct watch_cell *words; ///< of shared memory
    size_t shared_bytes, local_bytes;
    uint32_t clock[MAX_WARPS][MAX_WARPS];      ///< what each warp knows of the others
    uint32_t barrier[CTA_BARRIERS][MAX_WARPS]; ///< what those know that have arrived
    struct watch_sync *orders;                 ///< by words that strong accesses go to
    size_t order_room, order_count;
    uint32_t committed[MAX_WARPS]; ///< groups of asynchronous copies
    uint32_t waited[MAX_WARPS];    ///< of those, that have been waited for
};

/// One lane's access to memory: `offset` in its space, or the address in global memory.
struct watch_touch {
    const struct warp *warp;
    uint32_t index;
    unsigned lane;
    enum watch_space space;
    uint64_t address;
    unsigned bytes;
    bool reads, writes, atomic, strong, copy;
};

/// Report once per kind and pair of instructions. `other` is NO_INDEX or the other party.
void watch_report(struct watch_cta *watched, const char *kind, const struct warp *warp,
                  uint32_t index, unsigned lane, uint32_t other, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

// registers.c
void registers_begin(struct watch_cta *watched);
/// Before the instruction is executed for `mask`, part of the active lanes.
void registers_issue(struct watch_cta *watched, const struct warp *warp,
                     const struct watch_inst *inst, uint32_t index, uint32_t mask);
/// The lane's loaded bytes were defined or not, as bits.
void registers_loaded(struct watch_cta *watched, const struct warp *warp,
                      const struct watch_inst *inst, uint32_t index, unsigned lane,
                      uint32_t undefined);
/// An atomic operation works on bytes that nobody has written.
void registers_changed(struct watch_cta *watched, const struct watch_touch *touch);
/// Whether each byte that the lane stores has a value, as bits from the lowest byte on.
uint32_t registers_stored(const struct watch_cta *watched, const struct warp *warp,
                          const struct watch_inst *inst, unsigned lane, unsigned bytes);

// races.c
bool races_begin(struct watch_cta *watched);
void races_touch(struct watch_cta *watched, const struct watch_touch *touch);
void races_same_instruction(struct watch_cta *watched, const struct warp *warp,
                            const struct watch_inst *inst, uint32_t index, uint32_t mask,
                            const uint64_t address[LANES], const enum watch_space space[LANES]);
void races_issue(struct watch_cta *watched, const struct warp *warp, const struct watch_inst *inst);
void races_free(struct watch_cta *watched);

#endif
