// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Barrier objects against the counts that PTX documents.
#include "semantics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static unsigned sm;

/// An object as PTX describes it.
struct object {
    uint32_t expected, left, due, phase;
};

static void settle(struct object *object)
{
    if (object->left || object->due)
        return;
    object->left = object->expected;
    object->phase ^= 1;
}

static void mix(uint32_t *sum, uint32_t value)
{
    *sum = *sum * 31 + value;
}

static void mbarrier_program(const uint32_t *in, uint32_t *out)
{
    uint32_t count = 8 + (in[7] & 7), sum = 0, seen = 0;
    struct object object = {.expected = count, .left = count};
    mix(&sum, object.left--);
    for (unsigned i = 0; i < 12; i++) {
        uint32_t op = (i & 1 ? in[i / 2] >> 7 : in[i / 2]) % 5, n = 1 + in[i / 2] / 5 % 3;
        bool drops = op == 2 || op == 3;
        if (op == 0 || op == 2)
            n = 1;
        bool fits = op == 0 || (op == 2 && object.expected > 1) || (op == 1 && n < object.left) ||
                    (op == 3 && n < object.left && n < object.expected);
        if (fits) {
            mix(&sum, object.left);
            seen = object.phase;
            object.left -= n;
            object.expected -= drops ? n : 0;
        }
        settle(&object);
        mix(&sum, (object.phase != seen) + 2 * (object.phase != 0) + 4 * (object.phase != 1));
    }
    out[0] = sum;
    out[1] = object.left;
}

static void mbarrier_rounds(uint32_t in[SEM_CTA][SEM_WORDS], uint32_t out[SEM_CTA][SEM_WORDS])
{
    uint32_t sum[SEM_CTA] = {0}, pool[SEM_CTA];
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned t = 0; t < SEM_CTA; t++)
            pool[t] = in[t][i] + sum[t];
        for (unsigned t = 0; t < SEM_CTA; t++)
            mix(&sum[t], pool[(t + 37 * i + 1) % SEM_CTA]);
    }
    for (unsigned t = 0; t < SEM_CTA; t++)
        out[t][0] = sum[t];
}

static void mbarrier_leave(uint32_t in[SEM_CTA][SEM_WORDS], uint32_t out[SEM_CTA][SEM_WORDS])
{
    for (unsigned t = 0; t < SEM_CTA; t++) {
        uint32_t sum = 0;
        for (unsigned i = 0; i <= t / SEM_LANES; i++) {
            mix(&sum, 1);
            mix(&sum, in[32 * i + t % (SEM_CTA - 32 * i)][i]);
        }
        out[t][0] = sum;
    }
}

static void mbarrier_copies(uint32_t in[SEM_CTA][SEM_WORDS], uint32_t out[SEM_CTA][SEM_WORDS])
{
    for (unsigned t = 0; t < SEM_CTA; t++) {
        out[t][0] = in[t ^ 1][0];
        out[t][1] = in[t ^ 1][3];
        out[t][2] = in[t ^ 64][5];
        out[t][3] = in[t ^ 64][6];
        out[t][4] = 0;
    }
}

static void mbarrier_generic(const uint32_t *in, uint32_t *out)
{
    uint32_t count = 2 + (in[0] & 7), sum = 0;
    struct object object = {.expected = count, .left = count};
    for (unsigned i = 0; i < 9; i++) {
        uint32_t left = object.left--, seen = object.phase;
        settle(&object);
        mix(&sum, left + 256 * (object.phase != seen) + 512 * object.phase);
    }
    out[0] = sum;
}

// Also of the ring with one arrival per warp.
static void ring(uint32_t in[SEM_CTA][SEM_WORDS], uint32_t out[SEM_CTA][SEM_WORDS], unsigned rounds)
{
    for (unsigned t = 0; t < SEM_CTA; t++) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < rounds && t >= SEM_LANES; i++)
            mix(&sum, in[t % SEM_LANES][(i + t / SEM_LANES - 1) & 7] + i);
        out[t][0] = sum;
    }
}

static void mbarrier_ring(uint32_t in[SEM_CTA][SEM_WORDS], uint32_t out[SEM_CTA][SEM_WORDS])
{
    ring(in, out, 9);
}

static void mbarrier_waits(uint32_t in[SEM_CTA][SEM_WORDS], uint32_t out[SEM_CTA][SEM_WORDS])
{
    ring(in, out, 10);
}

// One step of the program with transactions: at most one thing happens to the object.
static void step(struct object *object, uint32_t word, uint32_t *seen, uint32_t *sum)
{
    uint32_t op = word % 7, n = 1 + word / 7 % 2, bytes = 16 * (1 + word / 16 % 500);
    if (op < 4 && object->left >= n) {
        bool drops = (op == 1 && object->expected > n) || (op == 2 && object->expected > 1);
        bool is_plain = op == 0 || (op == 1 && drops);
        mix(sum, object->left);
        *seen = object->phase;
        n = is_plain ? n : 1;
        object->left -= n;
        object->expected -= drops ? n : 0;
        object->due += is_plain ? 0 : bytes;
    } else if (op == 4 && object->left) {
        object->due += bytes;
    } else if (object->due) {
        object->due -= word / 7 % 2 == 0 || object->due < bytes ? object->due : bytes;
    }
    settle(object);
}

static void mbarrier_transactions(const uint32_t *in, uint32_t *out)
{
    uint32_t count = 6 + (in[7] & 3), sum = 0, seen = 0;
    struct object object = {.expected = count, .left = count - 2};
    mix(&sum, count);
    for (unsigned i = 0; i < 14; i++) {
        step(&object, i & 1 ? in[i / 2] >> 9 : in[i / 2], &seen, &sum);
        uint32_t is_next = object.phase != seen, is_one = object.phase == 1;
        mix(&sum, is_next + 2 * !is_one + 4 * is_next + 8 * is_one + 16 * !is_one);
    }
    out[0] = sum;
    out[1] = object.left;
    out[2] = object.due;
}

static void mbarrier_lanes(const uint32_t *in, uint32_t *out)
{
    (void)in;
    out[0] = 0;
}

static void plain_objects(void **state)
{
    (void)state;
    SEM_RUN({.name = "mbarrier_program", .thread = mbarrier_program},
            {.name = "mbarrier_rounds", .cta = mbarrier_rounds},
            {.name = "mbarrier_leave", .cta = mbarrier_leave},
            {.name = "mbarrier_copies", .cta = mbarrier_copies},
            {.name = "mbarrier_generic", .thread = mbarrier_generic},
            {.name = "mbarrier_ring", .cta = mbarrier_ring});
}

static void transactions(void **state)
{
    (void)state;
    if (sm < 90)
        return;
    SEM_RUN({.name = "mbarrier_transactions", .thread = mbarrier_transactions},
            {.name = "mbarrier_waits", .cta = mbarrier_waits},
            {.name = "mbarrier_lanes", .thread = mbarrier_lanes});
}

static void faults(void **state)
{
    (void)state;
    if (sm < 90)
        return;
    sem_fails("mbarrier.sm90.cubin", "bad_wait", 1, 64, "a barrier object, asked in vain at");
    sem_fails("mbarrier.sm90.cubin", "bad_count", 1, 1,
              "3 arrivals at a barrier object that waits");
    sem_fails("mbarrier.sm90.cubin", "bad_object", 1, 1, "is no barrier object");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_objects),
        cmocka_unit_test(transactions),
        cmocka_unit_test(faults),
    };
    sem_open("mbarrier", &sm);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return sem_close(failed);
}
