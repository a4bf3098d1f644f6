// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// For tests of what comes before what: a gate that holds a stream up until the test opens it, a
// diary that host functions write in, and a kernel that scales. Nothing depends on timing: while a
// gate is shut, what lies behind it cannot have happened.
#ifndef TEST_EMU_ORDER_H
#define TEST_EMU_ORDER_H

#include "emu.h"

#include <semaphore.h>
#include <stdatomic.h>

struct gate {
    sem_t open;
};

static inline void gate_init(struct gate *gate)
{
    sem_init(&gate->open, 0, 0);
}

static inline void gate_open(struct gate *gate)
{
    sem_post(&gate->open);
}

/// Put in a stream by cuLaunchHostFunc: waits until somebody opens the gate.
static inline void gate_wait(void *gate)
{
    sem_wait(&((struct gate *)gate)->open);
}

/// Letters in the order in which note() wrote them.
struct diary {
    atomic_uint count;
    char text[64];
};

struct note {
    struct diary *diary;
    char letter;
};

static inline void note(void *data)
{
    const struct note *note = data;
    note->diary->text[atomic_fetch_add(&note->diary->count, 1)] = note->letter;
}

/// out[i] = a * in[i] for i < n, in CTAs of 128
#define SCALE                                                                                      \
    ".kernel scale\n"                                                                              \
    ".param ptr in, out\n"                                                                         \
    ".param f32 a\n"                                                                               \
    ".param u32 n\n"                                                                               \
    "ULDC.64 UR4, c[0x0][0x208]\n"                                                                 \
    "ULDC.64 UR6, c[0x0][in]\n"                                                                    \
    "ULDC.64 UR8, c[0x0][out]\n"                                                                   \
    "ULDC UR10, c[0x0][a]\n"                                                                       \
    "ULDC UR11, c[0x0][n]\n"                                                                       \
    "S2R R0, SR_TID.X\n"                                                                           \
    "S2R R1, SR_CTAID.X\n"                                                                         \
    "IMAD R0, R1, 0x80, R0\n"                                                                      \
    "ISETP.GE.U32.AND P0, PT, R0, UR11, PT\n"                                                      \
    "@P0 EXIT\n"                                                                                   \
    "MOV R2, UR6\n"                                                                                \
    "MOV R3, UR7\n"                                                                                \
    "IMAD.WIDE.U32 R2, R0, 0x4, R2\n"                                                              \
    "MOV R4, UR8\n"                                                                                \
    "MOV R5, UR9\n"                                                                                \
    "IMAD.WIDE.U32 R4, R0, 0x4, R4\n"                                                              \
    "LDG.E R6, desc[UR4][R2.64]\n"                                                                 \
    "FMUL R6, R6, UR10\n"                                                                          \
    "STG.E desc[UR4][R4.64], R6\n"                                                                 \
    "EXIT\n"                                                                                       \
    ".endkernel\n"                                                                                 \
    ".kernel wild\n"                                                                               \
    "ULDC.64 UR4, c[0x0][0x208]\n"                                                                 \
    "CS2R R2, SRZ\n"                                                                               \
    "STG.E desc[UR4][R2.64], RZ\n"                                                                 \
    "EXIT\n"                                                                                       \
    ".endkernel\n"

struct scale {
    CUdeviceptr in, out;
    float a;
    uint32_t n;
};

static inline CUresult launch_scale(CUfunction function, struct scale scale, CUstream stream)
{
    void *params[] = {&scale.in, &scale.out, &scale.a, &scale.n};
    return cu.cuLaunchKernel(function, (scale.n + 127) / 128, 1, 1, 128, 1, 1, 0, stream, params,
                             NULL); // the parameters are gone when it returns
}

#endif
