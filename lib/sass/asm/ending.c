// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Behind a kernel's last instruction stands a branch to itself: code that runs into it never ends.
#include "sass/asm/internal.h"
#include "sass/lint/graph.h"

#include <stdlib.h>

static bool is_always_taken(const struct sass_inst *inst)
{
    bool always = inst->guard == SASS_PT && !inst->guard_not;
    for (unsigned i = 0; i < sass_row_operands(inst->row); i++) {
        const struct sass_operand *operand = &inst->operands[i];
        bool is_predicate = operand->kind == SASS_OPND_PRED || operand->kind == SASS_OPND_UPRED;
        always = always && (!is_predicate || (operand->reg == SASS_PT && !operand->neg));
    }
    return always;
}

// Whether control may go on behind the instruction.
static bool falls_through(const struct sass_inst *inst)
{
    switch (inst->row->op) {
    case SASS_OP_EXIT:
    case SASS_OP_KILL:
    case SASS_OP_BRA:
    case SASS_OP_RET:
    case SASS_OP_RET_ABS:
    case SASS_OP_BRX:
    case SASS_OP_BRXU:
    case SASS_OP_JMP:
    case SASS_OP_JMX:
    case SASS_OP_JMXU:
        return !is_always_taken(inst);
    default:
        return true;
    }
}

// Mark all blocks that the first leads to; true if the last instruction is in one.
static bool reaches_end(const struct graph *graph, bool *seen, size_t *stack)
{
    size_t depth = 0;
    bool reached = false;
    seen[0] = true;
    stack[depth++] = 0;
    while (depth) {
        size_t at = stack[--depth];
        while (!graph_ends_block(graph, at))
            at++;
        const size_t *targets;
        size_t count = graph_successors(graph, at, &targets);
        reached = reached || at + 1 == graph->words;
        for (size_t i = 0; i < count; i++) {
            if (seen[targets[i]])
                continue;
            seen[targets[i]] = true;
            stack[depth++] = targets[i];
        }
    }
    return reached;
}

void check_ending(struct assembler *as, const struct sass_word *code)
{
    const struct kernel *kernel = as->kernel;
    size_t last = kernel->count - 1;
    struct sass_inst inst;
    if (!sass_decode(as->options->sm, code[last], &inst) || !falls_through(&inst))
        return;
    struct graph graph;
    bool *seen = calloc(kernel->count, sizeof *seen);
    size_t *stack = calloc(kernel->count, sizeof *stack);
    if (graph_build(&graph, as->options->sm, code, kernel->count) && seen && stack &&
        reaches_end(&graph, seen, stack))
        warn_at(as, kernel->code[last].at,
                "the kernel '%.*s' runs on behind this instruction: EXIT was expected",
                (int)kernel->name->length, kernel->name->text);
    graph_free(&graph);
    free(seen);
    free(stack);
}
