// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/order.h"

// SplitMix64 (Steele et al.): well mixed bits of a number.
static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Steps of a length that has no divisor in common with the count meet every place once.
uint64_t order_cta(uint64_t seed, uint64_t place, uint64_t count)
{
    const uint64_t most = UINT64_C(1) << 31; // so that products fit
    if (!seed || count < 2 || count >= most)
        return place;
    uint64_t step = mix(seed) % count;
    while (common_divisor(step, count) != 1)
        step = (step + 1) % count;
    return (place * step + mix(seed + 1) % count) % count;
}

unsigned order_warp(uint64_t seed, unsigned place, unsigned count)
{
    return (unsigned)order_cta(seed + (seed != 0), place, count);
}

uint64_t order_turn(uint64_t seed, uint64_t executed, uint64_t most)
{
    enum { LONGEST = 1 << 10 };
    if (!seed)
        return most;
    uint64_t turn = 1 + mix(seed ^ mix(executed)) % LONGEST;
    return turn < most ? turn : most;
}
