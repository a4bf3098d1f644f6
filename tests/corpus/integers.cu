// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Integer arithmetic, bit tricks, hashes, big integers.
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;
typedef unsigned __int128 u128;

#define BINARY(name, type, expression)                                                             \
    KERNEL name(const type *x, const type *y, type *z, type c)                                     \
    {                                                                                              \
        type a = x[THREAD], b = y[THREAD];                                                         \
        z[THREAD] = (type)(expression);                                                            \
    }
BINARY(int_poly, int, a *b + c * a - (b << 3) + 7 * a)
BINARY(int_divide, int, a / b + a % c + a / 10 - b % 7)
BINARY(uint_divide, u32, a / b + a % c + a / 10 - b % 641 + a / 3)
BINARY(short_mix, short, a *b + (a >> 3) - b % 9 + c)
BINARY(ushort_mix, u16, a *b + (a >> 3) - b % 9 + c / 5)
BINARY(char_mix, signed char, a *b + (a >> 3) - (b < c ? a : b))
BINARY(uchar_mix, u8, a *b + (a >> 3) - (b < c ? a : b))
BINARY(s64_poly, s64, a *b + c * a - (b << 3) + 7 * a)
BINARY(u64_divide, u64, a / b + a % c + a / 10)
BINARY(s64_divide, s64, a / b + a % c + a / 10)
BINARY(s64_shift, s64, (a << (b & 63)) ^ (a >> (c & 63)) ^ ((u64)b >> (a & 31)))
BINARY(s64_minmax, s64, max(a, b) - min(a, c) + (a < 0 ? -a : a))
BINARY(u128_product, u64, (u64)(((u128)a * b + c) >> 64) ^ (u64)((u128)a * c))
BINARY(u128_shift, u64, (u64)((((u128)a << 64 | b) << (c & 127)) >> 64))
BINARY(u128_divide, u64, (u64)(((u128)a << 64 | b) / (c | 1)))
BINARY(mul_hi, int, __mulhi(a, b) + __umulhi(a, c))
BINARY(mul_hi64, s64, __mul64hi(a, b) + (s64)__umul64hi(a, c))
BINARY(mul24, int, __mul24(a, b) + __umul24(a, c))
BINARY(sad, u32, __sad(a, b, c) + __usad(a, c, b))
BINARY(average, u32, __hadd(a, b) + __rhadd(a, c) + __uhadd(a, b) + __urhadd(b, c))
BINARY(bits, u32, __popc(a) + __clz(b) + __ffs(a ^ b) + __brev(a) + __popcll((u64)a << 20 | b))
BINARY(bits64, u64, __popcll(a) + __clzll(b) + __ffsll(a ^ b) + __brevll(a))
BINARY(byte_perm, u32, __byte_perm(a, b, 0x5410) ^ __byte_perm(a, c, 0x0123) ^ __byte_perm(a, b, c))
BINARY(funnel, u32,
       __funnelshift_l(a, b, c) ^ __funnelshift_r(a, b, 7) ^ __funnelshift_lc(a, b, c) ^
           __funnelshift_rc(b, a, c))
BINARY(rotate, u32, (a << 13 | a >> 19) ^ (b << (c & 31) | b >> (32 - (c & 31))))
BINARY(rotate64, u64, (a << 13 | a >> 51) ^ (b << (c & 63) | b >> (64 - (c & 63))))
BINARY(bit_field, u32, (a >> 5 & 0x1ff) | (b & 0xff) << 20 | (c & ~0xf00))
BINARY(bit_select, u32, (a & b) | (~a & c))
BINARY(majority, u32, ((a & b) | (a & c) | (b & c)) ^ (a ^ b ^ c))
BINARY(sign, int, (a > 0) - (a < 0) + (b >= c ? 1 : -1))
BINARY(clamp, int, min(max(a, 0), 255) + min(max(b, -c), c))
BINARY(saturate, u8, a + b > 255 ? 255 : a + b - c)
BINARY(gcd, u32, ({
           u32 x_ = a, y_ = b;
           while (y_) {
               u32 t = x_ % y_;
               x_ = y_;
               y_ = t;
           }
           x_ + c;
       }))
BINARY(power_mod, u32, ({
           u64 r = 1, s = a;
           for (u32 e = b; e; e >>= 1) {
               if (e & 1)
                   r = r * s % c;
               s = s * s % c;
           }
           (u32) r;
       }))
BINARY(isqrt, u32, ({
           u32 r = 0;
           for (u32 bit = 1u << 15; bit; bit >>= 1)
               if ((r | bit) * (r | bit) <= a)
                   r |= bit;
           r + b + c;
       }))
BINARY(morton, u32, ({
           u32 v = a & 0xffff;
           v = (v | v << 8) & 0x00ff00ff;
           v = (v | v << 4) & 0x0f0f0f0f;
           v = (v | v << 2) & 0x33333333;
           v = (v | v << 1) & 0x55555555;
           v | (b & c) << 1;
       }))
BINARY(gray, u32, ({
           u32 v = a ^ a >> 1;
           v ^= v >> 16;
           v ^= v >> 8;
           v ^= v >> 4;
           v + b *c;
       }))
BINARY(parity, u32, (__popc(a) & 1) << 3 | (__popc(b) & 1) << 1 | (__popc(c) & 1))

#define DOT(name, type, word)                                                                      \
    KERNEL name(const word *x, const word *y, type *z, int n)                                      \
    {                                                                                              \
        type sum = 0;                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            sum = __dp4a(x[i * 32 + threadIdx.x], y[i], sum);                                      \
        z[THREAD] = sum;                                                                           \
    }
DOT(dot4_signed, int, int)
DOT(dot4_unsigned, u32, u32)
KERNEL dot2(const short2 *x, const char4 *y, int *z)
{
    z[THREAD] = __dp2a_lo(x[THREAD], y[THREAD], __dp2a_hi(x[THREAD + 1], y[1], 3));
}
KERNEL dot2_unsigned(const ushort2 *x, const uchar4 *y, u32 *z)
{
    z[THREAD] = __dp2a_lo(x[THREAD], y[THREAD], __dp2a_hi(x[THREAD + 1], y[1], 3u));
}

#define SIMD(name, expression)                                                                     \
    KERNEL name(const u32 *x, const u32 *y, u32 *z)                                                \
    {                                                                                              \
        u32 a = x[THREAD], b = y[THREAD];                                                          \
        z[THREAD] = expression;                                                                    \
    }
SIMD(simd_add, __vadd4(a, b) ^ __vadd2(a, b) ^ __vaddss2(a, b) ^ __vaddus4(a, b))
SIMD(simd_compare, __vcmpeq4(a, b) ^ __vcmpgts2(a, b) ^ __vcmpltu4(a, b) ^ __vsetles2(a, b))
SIMD(simd_minmax, __vmaxs2(a, b) ^ __vmaxu4(a, b) ^ __vmins4(a, b) ^ __vminu2(a, b))
SIMD(simd_absdiff, __vabsdiffu4(a, b) ^ __vsads2(a, b) ^ __vsadu4(a, b) ^ __vabsss4(a))
SIMD(simd_average, __vavgu4(a, b) ^ __vhaddu2(a, b) ^ __vavgs2(a, b) ^ __vnegss2(a))
SIMD(simd_relu, __viaddmax_s32_relu(a, b, 5) ^ __vimax3_s16x2(a, b, 9) ^ __vimin_s32_relu(a, b) ^
                    __vibmax_u32(a, b, nullptr == z ? (bool *)z : (bool *)(z + 4096)))

KERNEL bytes(const u8 *x, u8 *z)
{
    for (int i = 0; i < 16; i++)
        z[THREAD * 16 + i] = (u8)((x[THREAD * 16 + i] * 77 + x[THREAD] * 150) >> 8);
}
KERNEL narrow_loads(const signed char *a, const u8 *b, const short *c, const u16 *d, int *z)
{
    z[THREAD] = a[THREAD] * b[THREAD + 1] + c[THREAD] * d[THREAD * 2];
}
KERNEL narrow_stores(const int *x, signed char *a, short *b, u8 *c)
{
    a[THREAD] = (signed char)(x[THREAD] >> 8);
    b[THREAD] = (short)(x[THREAD] + 9);
    c[THREAD] = x[THREAD] > 255 ? 255 : (u8)x[THREAD];
}
KERNEL struct_of_bits(u32 *x)
{
    union {
        u32 word;
        struct {
            u32 a : 5, b : 11, c : 1;
            int d : 15;
        } f;
    } u;
    u.word = x[THREAD];
    u.f.a += 3;
    u.f.b = u.f.d;
    u.f.c ^= 1;
    u.f.d = u.f.a * u.f.b;
    x[THREAD] = u.word;
}

KERNEL hash_fnv(const u8 *text, u32 *z, int n)
{
    u32 h = 2166136261u;
    for (int i = 0; i < n; i++)
        h = (h ^ text[THREAD * n + i]) * 16777619u;
    z[THREAD] = h;
}
KERNEL hash_murmur(const u32 *x, u32 *z, int n, u32 seed)
{
    u32 h = seed;
    for (int i = 0; i < n; i++) {
        u32 k = x[THREAD * n + i] * 0xcc9e2d51u;
        k = (k << 15 | k >> 17) * 0x1b873593u;
        h ^= k;
        h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
    }
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    z[THREAD] = h;
}
KERNEL hash_split_mix(u64 *x)
{
    u64 z = x[THREAD] + 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    x[THREAD] = z ^ z >> 31;
}
KERNEL random_xorshift(u64 *x, int n)
{
    u64 a = x[THREAD * 2], b = x[THREAD * 2 + 1];
    for (int i = 0; i < n; i++) {
        u64 t = a;
        a = b;
        t ^= t << 23;
        b = t ^ a ^ t >> 17 ^ a >> 26;
    }
    x[THREAD] = a + b;
}
KERNEL random_philox(uint4 *x, uint2 key)
{
    uint4 c = x[THREAD];
#pragma unroll
    for (int i = 0; i < 10; i++) {
        u32 h0 = __umulhi(0xd2511f53u, c.x), h1 = __umulhi(0xcd9e8d57u, c.z);
        c = make_uint4(h1 ^ c.y ^ key.x, 0xcd9e8d57u * c.z, h0 ^ c.w ^ key.y, 0xd2511f53u * c.x);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    x[THREAD] = c;
}
KERNEL hash_sha256_rounds(u32 *state, const u32 *block, const u32 *constants)
{
    u32 s[8], w[16];
    for (int i = 0; i < 8; i++)
        s[i] = state[THREAD * 8 + i];
#pragma unroll
    for (int i = 0; i < 16; i++)
        w[i] = __byte_perm(block[THREAD * 16 + i], 0, 0x0123);
#pragma unroll
    for (int i = 0; i < 64; i++) {
        u32 e1 = __funnelshift_r(s[4], s[4], 6) ^ __funnelshift_r(s[4], s[4], 11) ^
                 __funnelshift_r(s[4], s[4], 25);
        u32 t1 = s[7] + e1 + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + w[i & 15];
        u32 e0 = __funnelshift_r(s[0], s[0], 2) ^ __funnelshift_r(s[0], s[0], 13) ^
                 __funnelshift_r(s[0], s[0], 22);
        u32 t2 = e0 + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        u32 a = w[(i + 1) & 15], b = w[(i + 14) & 15];
        w[i & 15] += (__funnelshift_r(a, a, 7) ^ __funnelshift_r(a, a, 18) ^ a >> 3) +
                     w[(i + 9) & 15] +
                     (__funnelshift_r(b, b, 17) ^ __funnelshift_r(b, b, 19) ^ b >> 10);
        for (int j = 7; j > 0; j--)
            s[j] = s[j - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[THREAD * 8 + i] += s[i];
}
KERNEL crc32(const u8 *x, u32 *z, int n)
{
    u32 c = ~0u;
    for (int i = 0; i < n; i++) {
        c ^= x[THREAD * n + i];
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
    }
    z[THREAD] = ~c;
}
KERNEL chacha(uint4 *x)
{
    u32 s[16];
    for (int i = 0; i < 4; i++) {
        uint4 v = x[THREAD * 4 + i];
        s[4 * i] = v.x, s[4 * i + 1] = v.y, s[4 * i + 2] = v.z, s[4 * i + 3] = v.w;
    }
#define QUARTER(a, b, c, d)                                                                        \
    s[a] += s[b], s[d] ^= s[a], s[d] = __funnelshift_l(s[d], s[d], 16);                            \
    s[c] += s[d], s[b] ^= s[c], s[b] = __funnelshift_l(s[b], s[b], 12);                            \
    s[a] += s[b], s[d] ^= s[a], s[d] = __funnelshift_l(s[d], s[d], 8);                             \
    s[c] += s[d], s[b] ^= s[c], s[b] = __funnelshift_l(s[b], s[b], 7)
#pragma unroll 2
    for (int i = 0; i < 10; i++) {
        QUARTER(0, 4, 8, 12);
        QUARTER(1, 5, 9, 13);
        QUARTER(2, 6, 10, 14);
        QUARTER(3, 7, 11, 15);
        QUARTER(0, 5, 10, 15);
        QUARTER(1, 6, 11, 12);
        QUARTER(2, 7, 8, 13);
        QUARTER(3, 4, 9, 14);
    }
    for (int i = 0; i < 4; i++)
        x[THREAD * 4 + i] = make_uint4(s[4 * i], s[4 * i + 1], s[4 * i + 2], s[4 * i + 3]);
}
template <int N> __device__ void big_multiply(const u32 *x, const u32 *y, u32 *z)
{
    u32 a[N], b[N], c[2 * N] = {};
    for (int i = 0; i < N; i++)
        a[i] = x[i], b[i] = y[i];
#pragma unroll
    for (int i = 0; i < N; i++) {
        u64 carry = 0;
#pragma unroll
        for (int j = 0; j < N; j++) {
            carry += (u64)a[i] * b[j] + c[i + j];
            c[i + j] = (u32)carry;
            carry >>= 32;
        }
        c[i + N] = (u32)carry;
    }
    for (int i = 0; i < 2 * N; i++)
        z[i] = c[i];
}
KERNEL big_multiply_4(const u32 *x, const u32 *y, u32 *z)
{
    big_multiply<4>(x + THREAD * 4, y, z + THREAD * 8);
}
KERNEL big_multiply_8(const u32 *x, const u32 *y, u32 *z)
{
    big_multiply<8>(x + THREAD * 8, y, z + THREAD * 16);
}
KERNEL big_add(const u64 *x, const u64 *y, u64 *z)
{
    u64 carry = 0;
    for (int i = 0; i < 8; i++) {
        u128 sum = (u128)x[THREAD * 8 + i] + y[i] + carry;
        z[THREAD * 8 + i] = (u64)sum;
        carry = (u64)(sum >> 64);
    }
}
KERNEL montgomery(const u64 *x, u64 *z, u64 m, u64 inverse)
{
    u128 t = (u128)x[THREAD] * z[THREAD];
    u64 q = (u64)t * inverse;
    u64 h = (u64)(((u128)q * m) >> 64), r = (u64)(t >> 64) - h;
    z[THREAD] = (u64)(t >> 64) < h ? r + m : r;
}
KERNEL primes(u32 *flags, u32 n)
{
    u32 i = THREAD * 2 + 3;
    if (i >= n)
        return;
    for (u32 d = 3; d * d <= i; d += 2)
        if (i % d == 0)
            return;
    atomicOr(&flags[i >> 5], 1u << (i & 31));
}
