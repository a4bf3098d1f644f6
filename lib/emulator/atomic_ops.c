// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/atomic_ops.h"

#include "emulator/fp.h"

#include <pthread.h>
#include <string.h>

/// The host need not have atomic operations of 128 bits.
static pthread_mutex_t wide = PTHREAD_MUTEX_INITIALIZER;

static bool is_float(enum atomic_type type)
{
    return (type >= ATOMIC_F16X2 && type <= ATOMIC_F32_FTZ) || type == ATOMIC_F64;
}

bool atomic_exists(enum atomic_op op, enum atomic_type type)
{
    if (type == ATOMIC_128)
        return op == ATOMIC_EXCH;
    if (type == ATOMIC_F16X2 || type == ATOMIC_BF16X2)
        return op == ATOMIC_ADD || op == ATOMIC_MIN || op == ATOMIC_MAX;
    if (is_float(type))
        return op == ATOMIC_ADD;
    if (op == ATOMIC_INC || op == ATOMIC_DEC)
        return type == ATOMIC_U32;
    return op <= ATOMIC_EXCH;
}

unsigned atomic_bytes(enum atomic_type type)
{
    return type <= ATOMIC_LAST_32 ? 4 : type == ATOMIC_128 ? 16 : 8;
}

static uint32_t add_f32(uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return x == x ? a : (uint32_t)fp_nan(FP_F32);
}

static uint64_t add_f64(uint64_t a, uint64_t b)
{
    double sum = fp_double(a) + fp_double(b);
    return sum == sum ? fp_bits(sum) : fp_nan(FP_F64);
}

// Of a NaN and a number the number is the minimum and the maximum. The sum of two halves has so
// many more bits in a double that rounding it a second time changes nothing.
static uint16_t combine_half(enum atomic_op op, uint16_t a, uint16_t b, enum fp_format format)
{
    double x = fp_decode(format, a), y = fp_decode(format, b);
    if (op == ATOMIC_ADD)
        return (uint16_t)fp_encode(format, x + y, FP_NEAREST);
    if (x != x && y != y)
        return (uint16_t)fp_nan(format);
    if (x != x || y != y)
        return x != x ? b : a;
    bool first = x == y ? (op == ATOMIC_MIN) == (a >> 15) : (op == ATOMIC_MIN) == (x < y);
    return first ? a : b;
}

static uint32_t combine_halves(enum atomic_op op, uint32_t a, uint32_t b, enum fp_format format)
{
    uint32_t low = combine_half(op, (uint16_t)a, (uint16_t)b, format);
    uint32_t high = combine_half(op, (uint16_t)(a >> 16), (uint16_t)(b >> 16), format);
    return low | high << 16;
}

static uint64_t combine_int(enum atomic_op op, uint64_t a, uint64_t b, bool less)
{
    switch (op) {
    case ATOMIC_ADD:
        return a + b;
    case ATOMIC_MIN:
        return less ? a : b;
    case ATOMIC_MAX:
        return less ? b : a;
    case ATOMIC_INC:
        return a >= b ? 0 : a + 1;
    case ATOMIC_DEC:
        return a == 0 || a > b ? b : a - 1;
    case ATOMIC_AND:
        return a & b;
    case ATOMIC_OR:
        return a | b;
    case ATOMIC_XOR:
        return a ^ b;
    default:
        return b;
    }
}

static uint32_t combine32(enum atomic_op op, enum atomic_type type, uint32_t a, uint32_t b)
{
    switch (type) {
    case ATOMIC_F16X2:
    case ATOMIC_BF16X2:
        return combine_halves(op, a, b, type == ATOMIC_F16X2 ? FP_F16 : FP_BF16);
    case ATOMIC_F32:
        return add_f32(a, b);
    case ATOMIC_F32_FTZ:
        return fp_flush(add_f32(fp_flush(a, true), fp_flush(b, true)), true);
    default:
        return (uint32_t)combine_int(op, a, b,
                                     type == ATOMIC_S32 ? (int32_t)a < (int32_t)b : a < b);
    }
}

static uint64_t combine64(enum atomic_op op, enum atomic_type type, uint64_t a, uint64_t b)
{
    if (type == ATOMIC_F64)
        return add_f64(a, b);
    return combine_int(op, a, b, type == ATOMIC_S64 ? (int64_t)a < (int64_t)b : a < b);
}

static void apply32(uint32_t *at, enum atomic_op op, enum atomic_type type, uint32_t operand,
                    uint32_t *result)
{
    uint32_t old = __atomic_load_n(at, __ATOMIC_SEQ_CST), fresh;
    do {
        fresh = combine32(op, type, old, operand);
    } while (
        !__atomic_compare_exchange_n(at, &old, fresh, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    *result = old;
}

static void apply64(uint64_t *at, enum atomic_op op, enum atomic_type type, uint64_t operand,
                    uint32_t *result)
{
    uint64_t old = __atomic_load_n(at, __ATOMIC_SEQ_CST), fresh;
    do {
        fresh = combine64(op, type, old, operand);
    } while (
        !__atomic_compare_exchange_n(at, &old, fresh, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    memcpy(result, &old, sizeof old);
}

static uint64_t pair(const uint32_t words[2])
{
    return words[0] | (uint64_t)words[1] << 32;
}

// With the mutex held. By halves, which are atomic for accesses of other sizes.
static void get_wide(const uint64_t *at, uint32_t words[4])
{
    for (int half = 0; half < 2; half++) {
        uint64_t value = __atomic_load_n(at + half, __ATOMIC_ACQUIRE);
        memcpy(words + 2 * half, &value, sizeof value);
    }
}

static void put_wide(uint64_t *at, const uint32_t words[4])
{
    for (int half = 0; half < 2; half++)
        __atomic_store_n(at + half, pair(words + 2 * half), __ATOMIC_RELEASE);
}

void atomic_get(const void *at, unsigned bytes, uint32_t words[4])
{
    uint64_t value;
    switch (bytes) {
    case 1:
        words[0] = __atomic_load_n((const uint8_t *)at, __ATOMIC_ACQUIRE);
        break;
    case 2:
        words[0] = __atomic_load_n((const uint16_t *)at, __ATOMIC_ACQUIRE);
        break;
    case 4:
        words[0] = __atomic_load_n((const uint32_t *)at, __ATOMIC_ACQUIRE);
        break;
    case 8:
        value = __atomic_load_n((const uint64_t *)at, __ATOMIC_ACQUIRE);
        memcpy(words, &value, sizeof value);
        break;
    default:
        pthread_mutex_lock(&wide);
        get_wide(at, words);
        pthread_mutex_unlock(&wide);
        break;
    }
}

void atomic_put(void *at, unsigned bytes, const uint32_t words[4])
{
    switch (bytes) {
    case 1:
        __atomic_store_n((uint8_t *)at, (uint8_t)words[0], __ATOMIC_RELEASE);
        break;
    case 2:
        __atomic_store_n((uint16_t *)at, (uint16_t)words[0], __ATOMIC_RELEASE);
        break;
    case 4:
        __atomic_store_n((uint32_t *)at, words[0], __ATOMIC_RELEASE);
        break;
    case 8:
        __atomic_store_n((uint64_t *)at, pair(words), __ATOMIC_RELEASE);
        break;
    default:
        pthread_mutex_lock(&wide);
        put_wide(at, words);
        pthread_mutex_unlock(&wide);
        break;
    }
}

void atomic_apply(void *at, enum atomic_op op, enum atomic_type type, const uint32_t operand[4],
                  uint32_t old[4])
{
    switch (atomic_bytes(type)) {
    case 4:
        apply32(at, op, type, operand[0], old);
        break;
    case 8:
        apply64(at, op, type, pair(operand), old);
        break;
    default:
        pthread_mutex_lock(&wide);
        get_wide(at, old);
        put_wide(at, operand);
        pthread_mutex_unlock(&wide);
        break;
    }
}

void atomic_compare(void *at, enum atomic_type type, const uint32_t expected[4],
                    const uint32_t fresh[4], uint32_t old[4])
{
    uint64_t want = pair(expected);
    switch (atomic_bytes(type)) {
    case 4:
        old[0] = expected[0];
        __atomic_compare_exchange_n((uint32_t *)at, old, fresh[0], false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
        break;
    case 8:
        __atomic_compare_exchange_n((uint64_t *)at, &want, pair(fresh), false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
        memcpy(old, &want, sizeof want);
        break;
    default:
        pthread_mutex_lock(&wide);
        get_wide(at, old);
        if (memcmp(old, expected, 16) == 0)
            put_wide(at, fresh);
        pthread_mutex_unlock(&wide);
        break;
    }
}
