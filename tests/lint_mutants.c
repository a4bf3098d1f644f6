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
//   bar      a barrier of the CTA stalls one cycle less than what follows needs
//   count    a wait becomes a DEPBAR that leaves the operations of the unit behind the one that is
//            read, which is right, and then one more
//   group    a wait for tensor groups leaves one more
#include "sass/lint.h"
#include "sass/lint/access.h"
#include "tests/cubin_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { WAIT, BARRIER, STALL, BAR, COUNT, GROUP, KINDS };

static const char *const kind_names[KINDS] = {"wait", "barrier", "stall", "bar", "count", "group"};

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

// From a barrier of the CTA to the next instruction.
static void mutate_bar(unsigned sm, struct cubin_kernel *kernel, const struct sass_inst *insts,
                       size_t at, const char *file, struct tally *tally)
{
    if (insts[at].row->sched == SASS_SCHED_BAR && at + 1 < kernel->words &&
        insts[at].control.stall == gap_behind_bar(sm, &insts[at + 1]) &&
        insts[at].control.stall > 1)
        try_one(sm, kernel, BAR, at, at + 1, at + 1, 105, 4, insts[at].control.stall - 1u, file,
                tally);
}

static struct sass_word depbar(unsigned barrier, unsigned count)
{
    struct sass_word word = {0x000080000000791a, 0x000fc80000000000};
    sass_set_bits(&word, 44, 3, barrier);
    sass_set_bits(&word, 38, 6, count);
    return word;
}

// The first instruction behind `at` in its block that waits for `barrier`, if it reads the result
// and no other wait on the way can stand for that one; *younger counts what else the unit has in
// flight on the barrier.
static size_t counted_consumer(unsigned sm, const struct cubin_kernel *kernel,
                               const struct sass_inst *insts, size_t at, unsigned *younger)
{
    unsigned barrier = insts[at].control.write_barrier;
    unsigned others = insts[at].control.read_barrier < 6 ? 1u << insts[at].control.read_barrier : 0;
    struct effects producer, consumer;
    const struct access *read;
    effects_of(sm, &insts[at], &producer);
    *younger = 0;
    for (size_t i = at + 1; i < kernel->words && !ends_block(&insts[i - 1]); i++) {
        const struct sass_control *control = &insts[i].control;
        effects_of(sm, &insts[i], &consumer);
        if ((control->wait_mask & others) || insts[i].row->op == SASS_OP_DEPBAR)
            return 0;
        if (control->wait_mask >> barrier & 1)
            return read_write(&producer, &consumer, &read) ? i : 0;
        if (writes_again(&consumer, &producer.writes[0]))
            return 0;
        if (result_order_of(&insts[i]) != result_order_of(&insts[at]))
            continue;
        if (control->write_barrier != barrier && control->write_barrier != SASS_NO_BARRIER)
            others |= 1u << control->write_barrier;
        *younger += control->write_barrier == barrier && insts[i].guard == SASS_PT;
    }
    return 0;
}

// The block up to the consumer is a kernel of its own, with the DEPBAR in front of the consumer.
static void mutate_count(unsigned sm, const struct cubin_kernel *kernel,
                         const struct sass_inst *insts, size_t at, const char *file,
                         struct tally *tally)
{
    unsigned barrier = insts[at].control.write_barrier, younger;
    if (barrier > 5 || insts[at].guard != SASS_PT || result_order_of(&insts[at]) == ORDER_NONE)
        return;
    size_t consumer = counted_consumer(sm, kernel, insts, at, &younger);
    if (consumer == 0)
        return;
    size_t words = consumer - at + 2;
    struct sass_word *code = calloc(words, sizeof *code);
    struct cubin_kernel part = {.name = kernel->name, .code = code, .words = words};
    if (!code)
        return;
    memcpy(code, &kernel->code[at], (words - 2) * sizeof *code);
    code[words - 1] = kernel->code[consumer];
    sass_set_bits(&code[words - 1], 116, 6, 0);
    code[words - 2] = depbar(barrier, younger);
    bool right = !reported(sm, &part, words - 1, 0);
    code[words - 2] = depbar(barrier, younger + 1);
    tally->made[COUNT]++;
    if (right && reported(sm, &part, words - 1, 0))
        tally->found[COUNT]++;
    else
        printf("missed: count %u, %s, %s+%04zx read by %04zx\n", younger, file, kernel->name,
               at * SASS_WORD_BYTES, consumer * SASS_WORD_BYTES);
    free(code);
}

// From the tensor instruction that closes a group over its wait to who touches an accumulator.
static void mutate_group(unsigned sm, struct cubin_kernel *kernel, const struct sass_inst *insts,
                         size_t at, const char *file, struct tally *tally)
{
    size_t wait = 0;
    struct effects user;
    if (insts[at].row->sched != SASS_SCHED_HGMMA || insts[at].operands[0].kind != SASS_OPND_GPR)
        return;
    const struct access accumulators = {.first = insts[at].operands[0].reg,
                                        .count = (uint16_t)sass_operand_regs(&insts[at], 0)};
    for (size_t i = at + 1; i < kernel->words && !ends_block(&insts[i - 1]); i++) {
        bool touches = false;
        if (insts[i].row->sched == SASS_SCHED_HGMMA)
            return;
        if (insts[i].row->op == SASS_OP_WARPGROUP_DEPBAR) {
            if (wait || insts[i].operands[1].imm)
                return;
            wait = i;
        }
        effects_of(sm, &insts[i], &user);
        for (unsigned r = 0; r < user.read_count; r++)
            touches = touches || overlaps(&user.reads[r], &accumulators);
        if (!touches && !writes_again(&user, &accumulators))
            continue;
        if (wait)
            try_one(sm, kernel, GROUP, wait, i, at, 72, 3, 1, file, tally);
        return;
    }
}

// From `at` on, the next instruction of a timing class; the last one if there is none.
static size_t next_of(const struct cubin_kernel *kernel, const struct sass_inst *insts, size_t at,
                      enum sass_sched sched)
{
    while (at + 1 < kernel->words && insts[at].row->sched != sched)
        at++;
    return at;
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
        mutate_count(sm, kernel, insts, at, file, tally);
        mutate_bar(sm, kernel, insts, next_of(kernel, insts, at, SASS_SCHED_BAR), file, tally);
        mutate_group(sm, kernel, insts, next_of(kernel, insts, at, SASS_SCHED_HGMMA), file, tally);
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
            made = 0;
            for (unsigned n = 0; n < KINDS; n++)
                made += tally.made[n];
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
