// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// lint_mutants SEED COUNT FILE.cubin...: break compiled code in one place and require that the lint
// reports it at exactly the instruction that then comes too early. Mutations are made only where
// one dependence inside a basic block hangs on the control field that is changed:
//   wait     a consumer loses the wait bit for the barrier of a load that it reads, and nothing
//            else between the two waits for that barrier
//   barrier  the load sets another barrier instead
//   stall    a producer of fixed latency directly in front of its consumer stalls one cycle less
#include "sass/lint.h"
#include "sass/lint/access.h"
#include "tests/cubin_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { WAIT, BARRIER, STALL, KINDS };

static const char *const kind_names[KINDS] = {"wait", "barrier", "stall"};

struct tally {
    unsigned made[KINDS], found[KINDS];
};

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % n;
}

static bool overlaps(const struct access *a, const struct access *b)
{
    return a->first < b->first + b->count && b->first < a->first + a->count;
}

// The write of `producer` that `consumer` reads; NULL if it reads none.
static const struct access *read_write(const struct effects *producer,
                                       const struct effects *consumer, const struct access **read)
{
    for (unsigned w = 0; w < producer->write_count; w++) {
        for (unsigned r = 0; r < consumer->read_count; r++) {
            *read = &consumer->reads[r];
            if (overlaps(&producer->writes[w], *read))
                return &producer->writes[w];
        }
    }
    return NULL;
}

static bool writes_again(const struct effects *effects, const struct access *what)
{
    for (unsigned w = 0; w < effects->write_count; w++) {
        if (overlaps(&effects->writes[w], what))
            return true;
    }
    return false;
}

static bool reported(unsigned sm, const struct cubin_kernel *kernel, size_t consumer,
                     size_t producer)
{
    struct sass_lint_finding *findings;
    size_t count = sass_lint(sm, kernel, &findings);
    bool here = false;
    for (size_t i = 0; i < count && count != (size_t)-1; i++)
        here = here || (findings[i].at == consumer && findings[i].producer == producer);
    free(findings);
    return here;
}

static void try_one(unsigned sm, struct cubin_kernel *kernel, enum kind kind, size_t changed,
                    size_t consumer, size_t producer, unsigned pos, unsigned width, uint64_t value,
                    const char *file, struct tally *tally)
{
    struct sass_word *word = (struct sass_word *)&kernel->code[changed], saved = *word;
    sass_set_bits(word, pos, width, value);
    tally->made[kind]++;
    if (reported(sm, kernel, consumer, producer))
        tally->found[kind]++;
    else
        printf("missed: %s, %s, %s+%04zx read by %04zx\n", kind_names[kind], file, kernel->name,
               producer * SASS_WORD_BYTES, consumer * SASS_WORD_BYTES);
    *word = saved;
}

static bool ends_block(const struct sass_inst *inst)
{
    return inst->row->sched == SASS_SCHED_BRANCH;
}

// From a load to the first instruction that waits for its barrier.
static void mutate_wait(unsigned sm, struct cubin_kernel *kernel, const struct sass_inst *insts,
                        size_t at, const char *file, struct tally *tally)
{
    unsigned barrier = insts[at].control.write_barrier;
    struct effects producer, consumer;
    const struct access *write, *read;
    effects_of(sm, &insts[at], &producer);
    if (barrier > 5 || insts[at].guard != SASS_PT || producer.write_count == 0 ||
        producer.writes[0].first >= RESOURCE_PRED || result_order_of(&insts[at]) != ORDER_NONE)
        return;
    for (size_t i = at + 1; i < kernel->words && !ends_block(&insts[i - 1]); i++) {
        effects_of(sm, &insts[i], &consumer);
        if (!(insts[i].control.wait_mask >> barrier & 1)) {
            if (insts[i].row->op == SASS_OP_DEPBAR || writes_again(&consumer, &producer.writes[0]))
                return;
            continue;
        }
        write = read_write(&producer, &consumer, &read);
        if (!write || insts[i].row->op == SASS_OP_DEPBAR)
            return;
        unsigned other = (barrier + 1) % 6;
        while (insts[i].control.wait_mask >> other & 1 && other != barrier)
            other = (other + 1) % 6;
        bool clear = other != barrier;
        for (size_t k = at + 1; k < i; k++)
            clear = clear && !(insts[k].control.wait_mask >> other & 1);
        if (clear && below(2))
            try_one(sm, kernel, BARRIER, at, i, at, 110, 3, other, file, tally);
        else
            try_one(sm, kernel, WAIT, i, i, at, 116 + barrier, 1, 0, file, tally);
        return;
    }
}

static void mutate_stall(unsigned sm, struct cubin_kernel *kernel, const struct sass_inst *insts,
                         size_t at, const char *file, struct tally *tally)
{
    struct effects producer, consumer;
    const struct access *read;
    if (at + 1 >= kernel->words || ends_block(&insts[at]) || insts[at + 1].control.wait_mask ||
        insts[at].guard != SASS_PT || insts[at].control.stall < 2)
        return;
    effects_of(sm, &insts[at], &producer);
    effects_of(sm, &insts[at + 1], &consumer);
    const struct access *write = read_write(&producer, &consumer, &read);
    if (!write || write->kind == PRODUCER_VARIABLE ||
        gap_read(sm, (enum producer)write->kind, (enum role)read->kind) != insts[at].control.stall)
        return;
    try_one(sm, kernel, STALL, at, at + 1, at, 105, 4, insts[at].control.stall - 1u, file, tally);
}

static void mutate_kernel(unsigned sm, struct cubin_kernel *kernel, const char *file,
                          struct tally *tally)
{
    struct sass_inst *insts = calloc(kernel->words, sizeof *insts);
    bool known = insts != NULL;
    for (size_t i = 0; known && i < kernel->words; i++)
        known = sass_decode(sm, kernel->code[i], &insts[i]);
    if (known) {
        size_t at = below((unsigned)kernel->words);
        if (below(2))
            mutate_wait(sm, kernel, insts, at, file, tally);
        else
            mutate_stall(sm, kernel, insts, at, file, tally);
    }
    free(insts);
}

int main(int argc, char **argv)
{
    struct tally tally = {{0}, {0}};
    if (argc < 4) {
        fprintf(stderr, "usage: lint_mutants SEED COUNT FILE.cubin...\n");
        return 2;
    }
    seed = strtoull(argv[1], NULL, 0);
    unsigned wanted = (unsigned)strtoul(argv[2], NULL, 0), made = 0, found = 0;
    printf("seed %" PRIu64 "\n", seed);
    // Each visit of a file tries every small kernel at a few random places.
    for (unsigned visit = 0; made < wanted && visit < 100u * (unsigned)argc; visit++) {
        const char *path = argv[3 + below((unsigned)argc - 3)];
        struct cubin *cubin = cubin_file_read(path);
        if (!cubin)
            return 1;
        for (size_t k = 0; k < cubin->count + cubin->function_count && made < wanted; k++) {
            for (unsigned n = 0; n < 6 && cubin->kernels[k].words < 2000; n++)
                mutate_kernel(cubin->sm, &cubin->kernels[k], path, &tally);
            made = tally.made[WAIT] + tally.made[BARRIER] + tally.made[STALL];
        }
        cubin_free(cubin);
    }
    for (unsigned k = 0; k < KINDS; k++) {
        printf("%-8s %u made, %u reported at the instruction\n", kind_names[k], tally.made[k],
               tally.found[k]);
        found += tally.found[k];
    }
    return made >= wanted && found == made ? 0 : 1;
}
