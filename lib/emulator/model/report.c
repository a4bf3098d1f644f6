// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/model/lsu.h"
#include "emulator/model/model_internal.h"

#include <inttypes.h>

enum { LIMIT_PER_CENT = 80 };

static double per_cent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static uint64_t ffma_issues(const struct model *model)
{
    uint64_t count = 0;
    for (size_t i = 0; i < model->kernel->source->words; i++) {
        if (model->insts[i].row && model->insts[i].row->op == SASS_OP_FFMA)
            count += model->times[i].issues;
    }
    return count;
}

static void report_shares(FILE *to, const char *title, const uint64_t *parts, unsigned count,
                          double whole, const char *(*name)(unsigned))
{
    const char *separator = "";
    fprintf(to, "  %-14s", title);
    for (unsigned i = 0; i < count; i++) {
        double share = per_cent((double)parts[i], whole);
        if (share >= 0.05) {
            fprintf(to, "%s%s %.1f %%", separator, name(i), share);
            separator = ", ";
        }
    }
    fprintf(to, "%s\n", *separator ? "" : "none");
}

static const char *pipe_text(unsigned pipe)
{
    return pipe_name((enum pipe)pipe);
}

static const char *wait_text(unsigned bubble)
{
    return wait_name((enum delay)bubble);
}

/// A resource and how much of its time it is busy.
struct use {
    const char *name;
    double share;
};

static struct use fuller(struct use a, const char *name, double share)
{
    return share > a.share ? (struct use){name, share} : a;
}

// The pipe of packed halves may be the FMA pipe, IMAD's is it always: of its halves, one or two.
static double fma_share(const struct chip *chip, const struct sm_times *t, double slots)
{
    uint64_t busy = t->busy_by_pipe[PIPE_FMA] + t->busy_by_pipe[PIPE_IMAD];
    if (!chip->two_fma)
        return per_cent((double)busy, slots);
    return per_cent((double)(busy + 2 * t->busy_by_pipe[PIPE_FP16]), 2 * slots);
}

static void report_limiter(const struct model *model, const struct sm_times *t, FILE *to)
{
    const struct chip *chip = &model->chip;
    double cycles = (double)t->cycles, slots = cycles * SUBCORES;
    struct use most = {"issue slots", per_cent((double)t->issued, slots)};
    most = fuller(most, "FMA pipe", fma_share(chip, t, slots));
    for (unsigned p = PIPE_ALU; p < PIPE_MEMORY; p++) {
        if (p != PIPE_FP16 || !chip->two_fma)
            most =
                fuller(most, pipe_name((enum pipe)p), per_cent((double)t->busy_by_pipe[p], slots));
    }
    most = fuller(most, "memory requests", per_cent((double)t->requests * REQUEST_CYCLES, cycles));
    most = fuller(most, "shared-memory data stage", per_cent((double)t->wavefronts, cycles));
    most = fuller(most, "L2 bandwidth", per_cent((double)t->l2_bytes, cycles * chip->l2_bytes));
    most = fuller(most, "DRAM bandwidth", per_cent(t->dram_bytes, cycles * chip->dram_bytes));
    unsigned worst = 0;
    for (unsigned b = 1; b < DELAY_COUNT; b++)
        worst = t->bubbles[b] > t->bubbles[worst] ? b : worst;
    if (most.share >= LIMIT_PER_CENT)
        fprintf(to, "  limiter       %s, %.1f %% busy\n", most.name, most.share);
    else
        fprintf(to, "  limiter       %s (%.1f %% of the issue slots); %s %.1f %% busy\n",
                wait_name((enum delay)worst), per_cent((double)t->bubbles[worst], slots), most.name,
                most.share);
}

// No more than the FFMA can be useful, each of 32 lanes.
static void report_efficiency(const struct model *model, const struct modelled *m, FILE *to)
{
    double lanes = chip_lanes(&model->chip), ffma = (double)ffma_issues(model) * LANES;
    double all = ffma * (double)m->ctas / model->traced;
    fprintf(
        to,
        "  %-14sat most %.1f %% in a wave, %.1f %% in the launch: no more than FFMA is useful\n",
        "efficiency", per_cent(ffma, (double)m->wave.cycles * lanes),
        per_cent(all, (double)m->cycles * lanes * model->sm_count));
}

void model_report(const struct model *model, const struct modelled *m, FILE *to)
{
    const struct sm_times *t = &m->wave;
    double slots = (double)t->cycles * SUBCORES;
    double seconds = (double)m->cycles / (1e3 * model->chip.device->clock_khz);
    fprintf(to, "%s on %s: modelled, not measured\n", model->kernel->source->name,
            model->chip.device->name);
    fprintf(to, "  %-14s%" PRIu64 " CTAs, %u at a time on each of %u SMs, %.2f waves\n", "launch",
            m->ctas, m->resident, model->sm_count, (double)m->per_sm / m->resident);
    fprintf(to,
            "  %-14s%" PRIu64 " for a wave (%" PRIu64 " per CTA), %" PRIu64
            " in all: %.1f us at %.0f MHz\n",
            "cycles", t->cycles, t->cycles / model->traced, m->cycles, 1e6 * seconds,
            model->chip.device->clock_khz / 1e3);
    fprintf(to, "  %-14s%.1f %% of %" PRIu64 " used\n", "issue slots",
            per_cent((double)t->issued, slots), (uint64_t)slots);
    report_shares(to, "by pipe", t->issued_by_pipe, PIPE_COUNT, slots, pipe_text);
    report_shares(to, "bubbles", t->bubbles, DELAY_COUNT, slots, wait_text);
    fprintf(to,
            "  %-14s%" PRIu64 " requests, %" PRIu64 " wavefronts, L2 %.1f KB, DRAM %.1f KB in a "
            "wave of one SM\n",
            "memory", t->requests, t->wavefronts, 1e-3 * (double)t->l2_bytes, 1e-3 * t->dram_bytes);
    report_efficiency(model, m, to);
    report_limiter(model, t, to);
}
