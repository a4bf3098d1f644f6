// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// State of a warp and of the CTA it belongs to, as the executors see it.
#ifndef EMULATOR_WARP_H
#define EMULATOR_WARP_H

#include "emulator/memory.h"
#include "emulator/uop.h"

#include <stdatomic.h>

enum { MAX_WARPS = 32, CONVERGENCE_BARRIERS = 16 };
/// Named barriers of a CTA, and the one that BAR.SYNCALL waits at.
enum { BARRIER_SYNCALL = 16, CTA_BARRIERS };

/// Instructions after which the other warps of the CTA have their turn, after which groups of lanes
/// are chosen in the other way; and after which YIELD makes it so.
enum {
    TURN = 1 << 20,
    SHORT_TURN = 1 << 12,
    PHASE = 1 << 16,
    YIELD_TURN = 1 << 10,
    YIELD_PHASE = 1 << 8
};

enum warp_event {
    EVENT_NONE,
    EVENT_RESUME,  ///< go on at warp->pc: the active lanes changed, or the time slice is over
    EVENT_BLOCKED, ///< no lanes can go on: all wait at barriers, or all have exited
    EVENT_FAULT,
};

/// What lanes wait for.
enum wait {
    WAIT_NONE,    ///< for their turn
    WAIT_BARRIER, ///< for other warps: group.index is the barrier, key the threads it was asked for
    WAIT_SYNC,    ///< BSYNC: index is the convergence barrier, key the lanes registered in it
    WAIT_WARP,    ///< WARPSYNC: key is the lanes to wait for, index whether they go on apart
    WAIT_CLUSTER, ///< for the other warps of the cluster
};

/// Lanes of a warp that share a program counter but are not the ones executing now.
struct group {
    const struct uop *pc;
    uint32_t mask;
    uint8_t wait;  ///< enum wait
    uint8_t index; ///< see there
    uint32_t key;
    uint32_t
        apart; ///< these lanes keep to themselves: others at the same pc do not join. 0: any may
    uint32_t hazard; ///< what is on its way for these lanes: a state of cta->hazards
    uint64_t since;  ///< when it was put aside: the number of switches before
};

struct warp {
    char *rows;
    uint32_t pred[PRED_COUNT];
    uint32_t active; ///< lanes executing now
    uint32_t apart;  ///< as in struct group, for the lanes executing now
    uint32_t live;   ///< lanes that have not exited
    const struct uop *pc;
    const struct uop *segment; ///< start of the straight run being executed
    uint32_t hazard;           ///< state of cta->hazards at `segment`
    uint64_t executed;         ///< instructions before `segment`
    uint64_t turn;             ///< of `executed`: where the other warps get their turn
    uint64_t phase;            ///< of `executed`: where groups are chosen in the other way
    uint64_t slice;            ///< the nearer of both, or `turn` where there is one group only
    bool is_fair;              ///< the group that waited longest is next, not the lowest pc
    const struct uop *limit;   ///< lowest pc of the groups that can go on: lanes join them there
    uint64_t switches;
    uint32_t yielded; ///< lanes that have executed YIELD: nobody waits for them for long
    unsigned group_count;
    struct group groups[LANES];
    uint32_t converge[CONVERGENCE_BARRIERS][LANES]; ///< each lane's B0 to B15
    uint8_t saved[CONVERGENCE_BARRIERS][LANES];     ///< copies that BMOV.CLEAR has taken
    uint32_t return_pc[2][LANES];                   ///< Rpc
    uint32_t call_depth[LANES];
    uint32_t
        arrived[CTA_BARRIERS]; ///< lanes at a barrier for which the others of the warp are awaited
    uint32_t reduced;          ///< outcome of the last BAR.RED: count of threads ...
    bool reduced_pred;         ///< ... and truth
    uint32_t cluster_arrived;  ///< lanes that have come to the barrier of the cluster
    const struct uop *asked;   ///< what asked a barrier object in vain, and nothing since
    enum warp_event event;
    unsigned index;
    struct cta *cta;
};

struct launch {
    const struct kernel *kernel;
    struct memory *memory;
    unsigned grid[3], block[3];
    unsigned cluster[3], cluster_ctas;
    unsigned threads, warps;
    unsigned dynamic_shared;          ///< bytes asked for at the launch
    unsigned sm_count, warps_per_sm;  ///< of the device
    uint32_t shared_base, shared_end; ///< legal shared addresses
    uint32_t local_bytes;             ///< local memory of a thread
    unsigned char *constants;         ///< bank 0
    uint64_t max_instructions;        ///< per warp
    uint64_t ctas;
    bool cooperative; ///< CTAs may wait for each other: all of them are under way
    atomic_uint_fast64_t next_cluster;
    atomic_bool stop;           ///< a fault ended the launch
    atomic_bool faulted;        ///< somebody reports it
    int result;                 ///< CUresult, written by whoever set `faulted`
    struct model *model;        ///< of the launch's time, or NULL
    struct findings_seen *seen; ///< control codes are checked: what was reported; else NULL
    struct watch *watch;        ///< every instruction is looked at, or NULL
    uint64_t order;             ///< seed of the order of CTAs and warps; 0: the usual one
};

/// Called with every instruction that a warp issues, before it is executed for the lanes of `mask`,
/// which may be none.
typedef void observe_fn(void *observer, const struct warp *warp, const struct uop *uop,
                        uint32_t mask);

/// A named barrier of a CTA. Warps arrive, not threads: one has when all its live lanes have.
struct cta_barrier {
    uint32_t warps;   ///< that have arrived, as bits; all 0 and no lanes anywhere: not in use
    unsigned arrived; ///< how often
    uint32_t threads; ///< that it waits for; 0: all that live
    uint8_t reduce;   ///< enum reduce
    uint32_t count;   ///< threads whose predicate was true
    uint32_t total;   ///< threads that had one
};

struct cta {
    struct launch *launch;
    struct cluster *cluster;
    uint32_t rank; ///< in the cluster
    uint32_t id[3];
    uint64_t index;         ///< of id, in the grid
    uint32_t live_warps;    ///< as bits
    uint32_t barriers_used; ///< barriers that somebody has come to since they opened last, as bits
    struct cta_barrier barriers[CTA_BARRIERS];
    char *shared;           ///< address 0 of shared memory
    char *local;            ///< launch->local_bytes for each thread
    struct allocation last; ///< global allocation that was hit last
    observe_fn *observe;    ///< NULL: nobody does
    void *observer;
    struct hazards *hazards; ///< control codes are checked, or NULL
    struct watch_cta *watch; ///< every instruction is looked at, or NULL
    struct warp warps[MAX_WARPS];
};

static inline uint32_t *warp_row(const struct warp *warp, uint32_t offset)
{
    return (uint32_t *)(void *)(warp->rows + offset);
}

/// Put lanes aside: those that wait for the same thing at the same place become one group.
void warp_put_aside(struct warp *warp, struct group group);

/// Put the executing lanes (if any are left) aside at `pc` and take other ones, or the same. Sets
/// the event; always returns NULL.
const struct uop *warp_switch(struct warp *warp, const struct uop *pc);

/// Account for the run that ends before `uop`, where the executing lanes meet a group, and switch.
void warp_meet(struct warp *warp, const struct uop *uop);

/// Account for the run that ends with `uop`, and check the instruction budget. False: faulted.
bool warp_leave(struct warp *warp, const struct uop *uop, const struct uop *next);

/// Let the groups go on that wait for `wait` with `index`. `apart` is what they become.
void warp_wake(struct warp *warp, enum wait wait, unsigned index, uint32_t key, uint32_t apart);

/// Let the lanes go on that wait at BSYNC and WARPSYNC and whose others have come, exited, or left.
void warp_converge(struct warp *warp);

/// The lanes registered in convergence barrier `index`, as lanes whose B holds `key` see it, that
/// are still to be waited for. `surely`: without those that may just have saved their B.
uint32_t warp_participants(const struct warp *warp, unsigned index, uint32_t key, bool surely);

/// What YIELD does: the other lanes, and where there are none or `warps` says so the other warps,
/// have their turn.
const struct uop *warp_yield(struct warp *warp, const struct uop *uop, uint32_t mask, bool warps);

/// What the exit of lanes means for the barriers of the CTA and of the cluster.
void barrier_exit(struct warp *warp);

#endif
