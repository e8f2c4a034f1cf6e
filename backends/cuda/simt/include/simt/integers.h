// integers.h - integer intrinsics. They give PTX's results where C leaves the result undefined.
#pragma once

typedef unsigned long long simt_u64;

SIMT_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
SIMT_INLINE int __popcll(simt_u64 x) { return __builtin_popcountll(x); }
SIMT_INLINE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
SIMT_INLINE int __clzll(long long x) { return x ? __builtin_clzll((simt_u64)x) : 64; }
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }

SIMT_INLINE simt_u64 __brevll(simt_u64 x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}
SIMT_INLINE unsigned __brev(unsigned x) { return (unsigned)(__brevll(x) >> 32); }

SIMT_INLINE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((simt_u64)a * b >> 32); }
SIMT_INLINE int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
SIMT_INLINE simt_u64 __umul64hi(simt_u64 a, simt_u64 b)
{
    return (simt_u64)((unsigned __int128)a * b >> 64);
}
SIMT_INLINE long long __mul64hi(long long a, long long b)
{
    return (long long)((__int128)a * b >> 64);
}
SIMT_INLINE int __mul24(int a, int b)
{
    return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8));
}
SIMT_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
SIMT_INLINE unsigned __sad(int a, int b, unsigned c)
{
    return c + (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a);
}
SIMT_INLINE unsigned __usad(unsigned a, unsigned b, unsigned c)
{
    return c + (a > b ? a - b : b - a);
}

// Averages without overflow: hadd rounds down, and rhadd rounds up.
SIMT_INLINE int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
SIMT_INLINE unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((simt_u64)a + b) >> 1); }
SIMT_INLINE int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
SIMT_INLINE unsigned __urhadd(unsigned a, unsigned b)
{
    return (unsigned)(((simt_u64)a + b + 1) >> 1);
}

// Select four of eight bytes; b holds the upper four. Bit 3 of a selector repeats the sign of its
// byte.
SIMT_INLINE unsigned __byte_perm(unsigned a, unsigned b, unsigned selectors)
{
    const simt_u64 bytes = (simt_u64)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned selector = selectors >> (4 * i);
        unsigned byte = (unsigned)(bytes >> (8 * (selector & 7))) & 0xff;
        if (selector & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << (8 * i);
    }
    return result;
}

// Return the upper word of high:low after a left shift, or the lower word after a right shift.
SIMT_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((simt_u64)high << 32 | low) << (shift & 31) >> 32);
}
SIMT_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((simt_u64)high << 32 | low) >> (shift & 31));
}
SIMT_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
SIMT_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// Add products of four bytes, or of two halves with two bytes, to c.
SIMT_INLINE int __dp4a(int a, int b, int c)
{
    unsigned sum = (unsigned)c;
    for (int i = 0; i < 4; i++)
        sum += (unsigned)((int)(signed char)(a >> (8 * i)) * (int)(signed char)(b >> (8 * i)));
    return (int)sum;
}
SIMT_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 4; i++) c += (a >> (8 * i) & 0xff) * (b >> (8 * i) & 0xff);
    return c;
}

#define SIMT_EXTREMES(type)                                                                        \
    SIMT_INLINE constexpr type min(type a, type b) { return b < a ? b : a; }                       \
    SIMT_INLINE constexpr type max(type a, type b) { return a < b ? b : a; }
SIMT_EXTREMES(int)
SIMT_EXTREMES(unsigned)
SIMT_EXTREMES(long)
SIMT_EXTREMES(unsigned long)
SIMT_EXTREMES(long long)
SIMT_EXTREMES(unsigned long long)
#undef SIMT_EXTREMES

// PTX's abs returns the lowest integer unchanged.
SIMT_INLINE int abs(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
SIMT_INLINE long abs(long x) { return x < 0 ? (long)(0ul - (unsigned long)x) : x; }
SIMT_INLINE long long abs(long long x) { return x < 0 ? (long long)(0ull - (simt_u64)x) : x; }
SIMT_INLINE long long llabs(long long x) { return abs(x); }
