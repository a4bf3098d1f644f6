// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Semantics of the emulated GPU against values computed in C: kernels in CUDA C or PTX, compiled by
// nvcc and ptxas, so that neither our assembler nor our idea of an encoding takes part.
#ifndef TEST_SEMANTICS_H
#define TEST_SEMANTICS_H

#include "tests/emu.h"

/// Words of a thread in the input and in the output.
enum { SEM_WORDS = 8, SEM_CTA = 128, SEM_LANES = 32 };

/// What an output word that a kernel does not write holds.
#define SEM_MARK UINT32_C(0x55555555)

/// How results are compared.
enum sem_compare {
    SEM_EXACT, ///< all bits
    SEM_F32,   ///< floats: any NaN equals any other, the rest within `ulps`
    SEM_F64,   ///< doubles in pairs of words, likewise
};

/// A kernel `name`(const uint32_t *in, uint32_t *out): thread i of the grid reads in[8 i .. 8 i +
/// 7] and writes some of out[8 i .. 8 i + 7]; the reference, given SEM_MARK in all of `out`, does
/// the same for one thread, or, where `warp` or `cta` is set instead, for the 32 threads of a warp
/// or the 128 of a CTA.
struct sem_case {
    const char *name;
    void (*thread)(const uint32_t *in, uint32_t *out);
    void (*warp)(uint32_t in[SEM_LANES][SEM_WORDS], uint32_t out[SEM_LANES][SEM_WORDS]);
    enum sem_compare compare;
    uint32_t ulps;
    void (*cta)(uint32_t in[SEM_CTA][SEM_WORDS], uint32_t out[SEM_CTA][SEM_WORDS]);
    unsigned edges; ///< how many of the words go through all combinations of edge values: 0 to 3
};

/// Open the emulated GPU and the cubins NAME.cubin and NAME.sm*.cubin of the folder that
/// SASSDNN_SEMANTICS names; SM of the device in *sm.
void sem_open(const char *name, unsigned *sm);
/// The number of failed tests with 1 more where control codes were checked and something was found.
int sem_close(int failed);

/// A kernel of these cubins; NULL where none has one of that name.
CUfunction sem_function(const char *name);

/// Launch `kernel`, of the cubin of that file name and without parameters, in a context of its own:
/// it must end with a fault whose report has the phrase in it.
void sem_fails(const char *cubin, const char *kernel, unsigned ctas, unsigned threads,
               const char *phrase);

/// Run the case on edge values and random ones; fails the running cmocka test with the first
/// difference. A kernel that none of the cubins has fails too.
void sem_run(const struct sem_case *test);

/// Run several cases.
#define SEM_RUN(...)                                                                               \
    do {                                                                                           \
        static const struct sem_case cases[] = {__VA_ARGS__};                                      \
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)                                \
            sem_run(&cases[i]);                                                                    \
    } while (0)

static inline float sem_f32(uint32_t bits)
{
    union {
        uint32_t u;
        float f;
    } pun = {.u = bits};
    return pun.f;
}

static inline uint32_t sem_bits(float value)
{
    union {
        float f;
        uint32_t u;
    } pun = {.f = value};
    return pun.u;
}

static inline double sem_f64(const uint32_t *words)
{
    union {
        uint64_t u;
        double d;
    } pun = {.u = words[0] | (uint64_t)words[1] << 32};
    return pun.d;
}

static inline void sem_put64(uint32_t *words, uint64_t value)
{
    words[0] = (uint32_t)value;
    words[1] = (uint32_t)(value >> 32);
}

static inline void sem_put_f64(uint32_t *words, double value)
{
    union {
        double d;
        uint64_t u;
    } pun = {.d = value};
    sem_put64(words, pun.u);
}

#endif
