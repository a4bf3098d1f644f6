// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "sass/sched/depend.h"

#include "sass/array.h"
#include "sass/sched/internal.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = UINT32_MAX };

/// A source that was read since the resource was written.
struct reader {
    uint32_t inst;
    uint32_t next; ///< in builder.readers, NOBODY at the end
    struct access access;
};

struct builder {
    struct depend *depend;
    uint32_t writer[RESOURCE_COUNT]; ///< the last one
    struct access write[RESOURCE_COUNT];
    uint32_t reader[RESOURCE_COUNT]; ///< first of the list
    struct reader *readers;
    size_t reader_count, reader_room;
    uint32_t *accesses; ///< to memory, so far
    size_t access_count;
};

bool depend_is_fence(const struct sass_inst *inst)
{
    const struct sass_row *row = inst->row;
    // What never happens stands where it stands for its time: compilers put such loads before
    // LDGSTS.
    if (inst->guard == SASS_PT && inst->guard_not)
        return true;
    for (unsigned i = 0; i < sass_row_operands(row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        if (operand->kind == SASS_OPND_BARRIER || operand->kind == SASS_OPND_SCOREBOARD ||
            operand->kind == SASS_OPND_TARGET)
            return true;
        const char *name = operand->kind == SASS_OPND_SREG ? sass_sreg_name(operand->reg) : NULL;
        if (name && (strstr(name, "CLOCK") || strstr(name, "TIMER")))
            return true;
    }
    switch (row->sched) {
    case SASS_SCHED_ALU:
    case SASS_SCHED_FMA:
    case SASS_SCHED_WIDE:
    case SASS_SCHED_FP16:
    case SASS_SCHED_HFMA2_MMA:
    case SASS_SCHED_FP64:
    case SASS_SCHED_CS2R:
    case SASS_SCHED_MMA13:
    case SASS_SCHED_MMA16:
    case SASS_SCHED_MMA24:
    case SASS_SCHED_DMMA:
    case SASS_SCHED_UNIFORM:
    case SASS_SCHED_ULDC:
    case SASS_SCHED_R2UR:
    case SASS_SCHED_XU:
    case SASS_SCHED_I2I:
        return row->op == SASS_OP_LEPC || row->op == SASS_OP_ULEPC || row->op == SASS_OP_ELECT;
    case SASS_SCHED_LOAD:
    case SASS_SCHED_STORE:
        return !memory_accessed(inst) && row->op != SASS_OP_LDC && row->op != SASS_OP_SHFL;
    case SASS_SCHED_SREG:
        return row->op != SASS_OP_S2R && row->op != SASS_OP_S2UR;
    default:
        return true;
    }
}

static void add_edge(struct depend *depend, uint32_t from, uint32_t to, unsigned cycles)
{
    // The registers of one operand stand together: mostly the edge is there already.
    if (depend->head[from] != DEPEND_END && depend->edges[depend->head[from]].to == to) {
        struct depend_edge *edge = &depend->edges[depend->head[from]];
        if (cycles > edge->cycles)
            edge->cycles = cycles;
        return;
    }
    if (!array_grow(&depend->edges, &depend->edge_room, depend->edge_count, sizeof *depend->edges,
                    &depend->out_of_memory))
        return;
    depend->edges[depend->edge_count] = (struct depend_edge){to, cycles, depend->head[from]};
    depend->head[from] = depend->edge_count++;
    depend->preds[to]++;
}

static const struct sass_inst *inst_at(const struct depend *depend, uint32_t i)
{
    return &depend->flow->graph.insts[depend->first + i];
}

static void read(struct builder *b, uint32_t at, const struct access *access)
{
    struct depend *depend = b->depend;
    for (unsigned r = access->first; r < access->first + access->count; r++) {
        if (b->writer[r] != NOBODY) {
            unsigned kind = b->write[r].kind;
            unsigned cycles = kind == PRODUCER_VARIABLE
                                  ? usual_latency(inst_at(depend, b->writer[r]))
                                  : gap_read(depend->flow->graph.sm, (enum producer)kind,
                                             (enum role)access->kind);
            add_edge(depend, b->writer[r], at, cycles);
        }
        if (!array_grow(&b->readers, &b->reader_room, b->reader_count, sizeof *b->readers,
                        &depend->out_of_memory))
            return;
        b->readers[b->reader_count] = (struct reader){at, b->reader[r], *access};
        b->reader[r] = (uint32_t)b->reader_count++;
    }
}

static void overwrite(struct builder *b, uint32_t at, unsigned resource)
{
    struct depend *depend = b->depend;
    const struct sass_inst *inst = inst_at(depend, at);
    for (uint32_t k = b->reader[resource]; k != NOBODY; k = b->readers[k].next) {
        const struct reader *reader = &b->readers[k];
        if (reader->inst == at)
            continue;
        unsigned cycles =
            reader->access.late
                ? SOURCE_LATENCY
                : gap_overwrite(depend->flow->graph.sm, inst_at(depend, reader->inst)->row->sched,
                                resource, inst->row->sched);
        add_edge(depend, reader->inst, at, cycles);
    }
    b->reader[resource] = NOBODY;
}

static void write(struct builder *b, uint32_t at, const struct access *access)
{
    struct depend *depend = b->depend;
    for (unsigned r = access->first; r < access->first + access->count; r++) {
        overwrite(b, at, r);
        uint32_t writer = b->writer[r];
        if (writer != NOBODY && writer != at) {
            unsigned kind = b->write[r].kind;
            unsigned cycles =
                kind == PRODUCER_VARIABLE
                    ? usual_latency(inst_at(depend, writer))
                    : gap_write(depend->flow->graph.sm, (enum producer)kind,
                                (enum producer)access->kind, (enum late_unit)access->unit);
            add_edge(depend, writer, at, cycles);
        }
        b->writer[r] = at;
        b->write[r] = *access;
    }
}

static void access_memory(struct builder *b, uint32_t at)
{
    const struct sass_inst *inst = inst_at(b->depend, at);
    if (!memory_accessed(inst))
        return;
    for (size_t i = 0; i < b->access_count; i++) {
        if (memory_conflict(inst_at(b->depend, b->accesses[i]), inst))
            add_edge(b->depend, b->accesses[i], at, 1);
    }
    b->accesses[b->access_count++] = at;
}

static void build(struct builder *b)
{
    struct depend *depend = b->depend;
    memset(b->writer, 0xff, sizeof b->writer);
    memset(b->reader, 0xff, sizeof b->reader);
    for (uint32_t at = 0; at < depend->count && !depend->out_of_memory; at++) {
        const struct effects *effects = &depend->flow->effects[depend->first + at];
        for (unsigned i = 0; i < effects->read_count; i++)
            read(b, at, &effects->reads[i]);
        for (unsigned i = 0; i < effects->write_count; i++)
            write(b, at, &effects->writes[i]);
        access_memory(b, at);
    }
}

bool depend_build(struct depend *depend, const struct flow *flow, size_t first, size_t count)
{
    *depend = (struct depend){.flow = flow, .first = first, .count = count};
    struct builder b = {.depend = depend};
    depend->head = malloc(count * sizeof *depend->head);
    depend->preds = calloc(count, sizeof *depend->preds);
    b.accesses = malloc(count * sizeof *b.accesses);
    bool ok = depend->head && depend->preds && b.accesses;
    if (ok) {
        for (size_t i = 0; i < count; i++)
            depend->head[i] = DEPEND_END;
        build(&b);
    }
    free(b.readers);
    free(b.accesses);
    return ok && !depend->out_of_memory;
}

void depend_free(struct depend *depend)
{
    free(depend->head);
    free(depend->preds);
    free(depend->edges);
}
