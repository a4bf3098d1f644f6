// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Division by multiplication equals division, for every kind of divisor and dividend.
#include "solvers/fastdiv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const uint32_t limit = UINT32_C(1) << 31;

static void expect_exact(uint32_t divisor, uint32_t dividend)
{
    uint32_t quotient = fastdiv_quotient(fastdiv_make(divisor), dividend);
    if (quotient != dividend / divisor)
        fail_msg("%u / %u gives %u", (unsigned)dividend, (unsigned)divisor, (unsigned)quotient);
}

/// The dividends where a wrong constant shows: around multiples of the divisor, at both ends.
static void expect_exact_at_edges(uint32_t divisor)
{
    uint32_t last = (limit - 1) / divisor * divisor;
    const uint32_t dividends[] = {0,    1,         divisor - 1, divisor,   divisor + 1,  last - 1,
                                  last, limit - 2, limit - 1,   limit / 2, limit / 2 - 1};
    for (size_t i = 0; i < sizeof dividends / sizeof dividends[0]; i++)
        if (dividends[i] < limit)
            expect_exact(divisor, dividends[i]);
}

static void known_constants(void **state)
{
    (void)state;
    struct fastdiv one = fastdiv_make(1);
    assert_int_equal(one.mul, 0x80000001u);
    assert_int_equal(one.shift, 31);
    struct fastdiv three = fastdiv_make(3);
    assert_int_equal(three.shift, 33);
    assert_int_equal(three.mul, 0xAAAAAAABu);
    struct fastdiv largest = fastdiv_make(limit - 1);
    assert_int_equal(largest.shift, 62);
    assert_int_equal(largest.mul, 0x80000002u);
}

static void small_divisors(void **state)
{
    (void)state;
    for (uint32_t divisor = 1; divisor <= 5000; divisor++)
        expect_exact_at_edges(divisor);
}

static void divisors_around_powers_of_two(void **state)
{
    (void)state;
    for (unsigned bit = 1; bit < 32; bit++)
        for (int away = -3; away <= 3; away++) {
            int64_t divisor = (INT64_C(1) << bit) + away;
            if (divisor >= 1 && divisor < limit)
                expect_exact_at_edges((uint32_t)divisor);
        }
}

static void every_dividend_of_small_pairs(void **state)
{
    (void)state;
    for (uint32_t divisor = 1; divisor <= 300; divisor++)
        for (uint32_t dividend = 0; dividend <= 2000; dividend++)
            expect_exact(divisor, dividend);
}

/// A linear congruence modulo 2^64, of whose bits the high ones are the good ones.
static uint32_t random_below_limit(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

static void random_pairs(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 2000000; i++) {
        // Shifted, so that divisors of every magnitude appear.
        uint32_t divisor = random_below_limit(&seed) >> (i % 31);
        if (divisor == 0)
            continue;
        uint32_t dividend = random_below_limit(&seed);
        expect_exact(divisor, dividend);
        uint32_t multiple = dividend / divisor * divisor;
        expect_exact(divisor, multiple);
        if (multiple > 0)
            expect_exact(divisor, multiple - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_constants),
        cmocka_unit_test(small_divisors),
        cmocka_unit_test(divisors_around_powers_of_two),
        cmocka_unit_test(every_dividend_of_small_pairs),
        cmocka_unit_test(random_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
