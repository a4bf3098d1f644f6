// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Stalls that nothing needs. All stalls of the loop are cut to what the instruction itself needs;
// then, as long as the lint objects, cycles are given back, the last ones before the objection
// first.
#include "sass/lint/loop.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// What the pipeline needs to follow a branch, which is not a matter of right values.
enum { STALL_BRANCH = 5 };
enum { ROUNDS_MOST = 200, STALL_POS = 105, STALL_BITS = 4 };

struct relaxed {
    struct loop *loop;
    struct cubin_kernel kernel; ///< with the shorter stalls
    struct sass_word *code;
    struct sass_lint_finding *before; ///< what the lint finds in the code as it is
    size_t before_count;
};

static unsigned stall_in(const struct sass_word *code, size_t at)
{
    return (unsigned)sass_get_bits(code[at], STALL_POS, STALL_BITS);
}

// Cycles that the pipe of an instruction is busy: compiled code keeps them before the next one of
// its kind.
static unsigned pipe_cycles(unsigned sm, const struct sass_inst *inst)
{
    switch (inst->row->sched) {
    case SASS_SCHED_FMA:
        return sm > 80 && (inst->row->op == SASS_OP_FFMA || inst->row->op == SASS_OP_FADD ||
                           inst->row->op == SASS_OP_FMUL)
                   ? 1
                   : 2;
    case SASS_SCHED_ALU:
    case SASS_SCHED_FP16:
    case SASS_SCHED_HFMA2_MMA:
    case SASS_SCHED_UNIFORM:
    case SASS_SCHED_ULDC:
        return 2;
    case SASS_SCHED_FP64:
        return sm >= 90 ? 2 : 4;
    case SASS_SCHED_SREG:
        return sm >= 90 ? 1 : 4;
    case SASS_SCHED_WIDE:
    case SASS_SCHED_LOAD:
    case SASS_SCHED_STORE:
    case SASS_SCHED_MMA13:
    case SASS_SCHED_MMA16:
        return 4;
    case SASS_SCHED_MMA24:
        return sm >= 90 ? 6 : 8;
    case SASS_SCHED_XU:
        return 8;
    default:
        return 1;
    }
}

static bool same_pipe(unsigned a, unsigned b)
{
    bool both_memory = (a == SASS_SCHED_LOAD || a == SASS_SCHED_STORE) &&
                       (b == SASS_SCHED_LOAD || b == SASS_SCHED_STORE);
    bool both_uniform = (a == SASS_SCHED_UNIFORM || a == SASS_SCHED_ULDC) &&
                        (b == SASS_SCHED_UNIFORM || b == SASS_SCHED_ULDC);
    return a == b || both_memory || both_uniform;
}

static void cut(struct relaxed *r)
{
    const struct graph *graph = &r->loop->flow.graph;
    const struct sass_loop_range *range = &r->loop->report->range;
    for (size_t i = range->first; i <= range->last; i++) {
        const struct sass_inst *inst = &graph->insts[i];
        size_t next = i < range->last ? i + 1 : range->first;
        if (!graph->known[i] || inst->control.stall == 0)
            continue;
        unsigned least = stall_needed(r->loop->sm, inst);
        if (inst->row->sched == SASS_SCHED_BRANCH && least < STALL_BRANCH)
            least = STALL_BRANCH;
        if (graph->known[next] && same_pipe(inst->row->sched, graph->insts[next].row->sched) &&
            pipe_cycles(r->loop->sm, inst) > least)
            least = pipe_cycles(r->loop->sm, inst);
        if (least < inst->control.stall)
            sass_set_bits(&r->code[i], STALL_POS, STALL_BITS, least);
    }
}

// Give up to `cycles` back to the instructions in front of `at`, up to its producer.
static bool give_back(struct relaxed *r, size_t at, size_t producer, unsigned cycles)
{
    const struct sass_loop_range *range = &r->loop->report->range;
    size_t length = range->last - range->first + 1;
    size_t k = at > range->first && at <= range->last + 1 ? at : range->last + 1;
    bool given = false;
    for (size_t n = 0; n < length && cycles; n++) {
        k = k > range->first ? k - 1 : range->last;
        unsigned now = stall_in(r->code, k), room = stall_in(r->loop->kernel->code, k) - now;
        unsigned more = room < cycles ? room : cycles;
        if (more) {
            sass_set_bits(&r->code[k], STALL_POS, STALL_BITS, now + more);
            given = true;
        }
        cycles -= more;
        if (k == producer && producer != at)
            break;
    }
    return given;
}

static bool was_there_before(const struct relaxed *r, const struct sass_lint_finding *finding)
{
    for (size_t i = 0; i < r->before_count; i++) {
        const struct sass_lint_finding *b = &r->before[i];
        if (b->rule == finding->rule && b->at == finding->at && b->producer == finding->producer)
            return true;
    }
    return false;
}

// Returns whether the lint has nothing to object; *given tells whether cycles were given back.
static bool settle(struct relaxed *r, bool *given)
{
    struct sass_lint_finding *findings;
    size_t count = sass_lint(r->loop->sm, &r->kernel, &findings);
    bool clean = true;
    *given = false;
    if (count == (size_t)-1) {
        r->loop->out_of_memory = true;
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        const struct sass_lint_finding *f = &findings[i];
        if (was_there_before(r, f))
            continue;
        // Where no cycles are named, the age of something has changed what covers what.
        unsigned missing = f->needed > f->gap ? f->needed - f->gap : UINT_MAX;
        clean = false;
        *given = give_back(r, f->at, f->producer, missing) || *given;
    }
    free(findings);
    return clean;
}

static void note_differences(const struct relaxed *r)
{
    const struct sass_loop_range *range = &r->loop->report->range;
    for (size_t i = range->first; i <= range->last; i++) {
        unsigned found = stall_in(r->loop->kernel->code, i), enough = stall_in(r->code, i);
        if (enough == found)
            continue;
        r->loop->report->stall_cycles += found - enough;
        loop_note(r->loop, (struct sass_loop_note){.kind = SASS_NOTE_LONG_STALL,
                                                   .at = i,
                                                   .other = i,
                                                   .found = found,
                                                   .needed = enough,
                                                   .cycles = found - enough});
    }
}

void loop_stalls(struct loop *loop)
{
    struct relaxed r = {.loop = loop, .kernel = *loop->kernel};
    size_t bytes = loop->kernel->words * sizeof *r.code;
    r.code = malloc(bytes);
    r.before_count = sass_lint(loop->sm, loop->kernel, &r.before);
    if (!r.code || r.before_count == (size_t)-1) {
        loop->out_of_memory = true;
        free(r.code);
        return;
    }
    memcpy(r.code, loop->kernel->code, bytes);
    r.kernel.code = r.code;
    cut(&r);
    bool given = true, clean = false;
    for (unsigned round = 0; round < ROUNDS_MOST && given && !clean; round++)
        clean = settle(&r, &given);
    if (clean && !loop->out_of_memory)
        note_differences(&r);
    free(r.code);
    free(r.before);
}
