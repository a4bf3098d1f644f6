// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// A kernel's instructions and where each of them may lead.
#ifndef SASS_LINT_GRAPH_H
#define SASS_LINT_GRAPH_H

#include "sass/isa.h"

enum { GRAPH_EDGES = 1 << 24 };

struct graph {
    unsigned sm;
    size_t words;
    struct sass_inst *insts;
    bool *known;  ///< the word was decoded
    bool *leader; ///< starts a basic block
    size_t *edge_start, *edges;
    size_t edge_count, edge_room;
    struct region_set *syncs; ///< of each BSYNC, once they are known
    size_t *region_next;      ///< of each BSSY, the next one with its convergence barrier
    size_t region_first[16];  ///< by convergence barrier; `words` ends a list
};

/// Decode the words and find the blocks. Returns false when memory runs out, or more than
/// GRAPH_EDGES ways lead from one block to another; the graph is to be freed either way.
bool graph_build(struct graph *graph, unsigned sm, const struct sass_word *code, size_t words);
void graph_free(struct graph *graph);

/// Whether the instruction is the last one of its block.
bool graph_ends_block(const struct graph *graph, size_t at);

/// Whether control may go on to the next word.
bool graph_falls_through(const struct graph *graph, size_t at);

/// What may follow the last instruction of a block; the number of them is returned.
size_t graph_successors(const struct graph *graph, size_t at, const size_t **targets);

/// Instruction that a branch names; `words` where it names none inside the kernel.
size_t graph_target(const struct graph *graph, size_t at);

/// Whether a decoded instruction goes to a place that its word does not tell: a return, an indirect
/// branch or an absolute jump.
bool graph_goes_elsewhere(const struct graph *graph, size_t at);

#endif
