// conversions.h - conversions between number formats, and between numbers and their bits.
//
// Floating point to integer follows PTX's cvt (PTX ISA 9.0, "cvt"). A value out of range becomes
// the nearest limit. A NaN becomes 0 for f32 to 32 bits, and 2^(width - 1) otherwise.
#pragma once

template <class To, class From> SIMT_INLINE To simt_bits(From x)
{
    static_assert(sizeof(To) == sizeof(From), "bits are kept");
    To y;
    __builtin_memcpy(&y, &x, sizeof y);
    return y;
}

SIMT_INLINE int __float_as_int(float x) { return simt_bits<int>(x); }
SIMT_INLINE unsigned __float_as_uint(float x) { return simt_bits<unsigned>(x); }
SIMT_INLINE float __int_as_float(int x) { return simt_bits<float>(x); }
SIMT_INLINE float __uint_as_float(unsigned x) { return simt_bits<float>(x); }
SIMT_INLINE long long __double_as_longlong(double x) { return simt_bits<long long>(x); }
SIMT_INLINE double __longlong_as_double(long long x) { return simt_bits<double>(x); }
SIMT_INLINE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
SIMT_INLINE int __double2loint(double x) { return (int)__double_as_longlong(x); }
SIMT_INLINE double __hiloint2double(int high, int low)
{
    const unsigned long long upper = (unsigned)high;
    return __longlong_as_double((long long)(upper << 32 | (unsigned)low));
}

SIMT_INLINE float __double2float_rn(double x) { return (float)x; }
SIMT_INLINE float __int2float_rn(int x) { return (float)x; }
SIMT_INLINE float __uint2float_rn(unsigned x) { return (float)x; }
SIMT_INLINE float __ll2float_rn(long long x) { return (float)x; }
SIMT_INLINE float __ull2float_rn(unsigned long long x) { return (float)x; }
SIMT_INLINE double __int2double_rn(int x) { return (double)x; }
SIMT_INLINE double __uint2double_rn(unsigned x) { return (double)x; }
SIMT_INLINE double __ll2double_rn(long long x) { return (double)x; }
SIMT_INLINE double __ull2double_rn(unsigned long long x) { return (double)x; }

// `whole` is an integer or not finite. `limit`, just beyond the range, is 2^(width - 1) or 2^width.
template <class To> SIMT_INLINE To simt_saturated(double whole, To nan)
{
    constexpr int bits = (int)sizeof(To) * 8;
    constexpr bool is_signed = (To)-1 < (To)0;
    constexpr double half = bits == 32 ? 0x1p31 : 0x1p63;
    constexpr double limit = is_signed ? half : 2 * half;
    constexpr To quarter = (To)1 << (bits - 2);
    constexpr To high = is_signed ? (To)(quarter - 1 + quarter) : (To)-1;
    constexpr To low = is_signed ? (To)(-high - 1) : (To)0;
    if (whole != whole)
        return nan;
    return whole >= limit ? high : whole <= (double)low ? low : (To)whole;
}

SIMT_INLINE double simt_rn(double x) { return __builtin_rint(x); } // in the launch's rounding mode
SIMT_INLINE double simt_rz(double x) { return __builtin_trunc(x); }
SIMT_INLINE double simt_rd(double x) { return __builtin_floor(x); }
SIMT_INLINE double simt_ru(double x) { return __builtin_ceil(x); }

#define SIMT_TO_INTEGER(from, type, to, nan)                                                       \
    SIMT_INLINE to __##from##2##type##_rn(from x) { return simt_saturated<to>(simt_rn(x), nan); }  \
    SIMT_INLINE to __##from##2##type##_rz(from x) { return simt_saturated<to>(simt_rz(x), nan); }  \
    SIMT_INLINE to __##from##2##type##_rd(from x) { return simt_saturated<to>(simt_rd(x), nan); }  \
    SIMT_INLINE to __##from##2##type##_ru(from x) { return simt_saturated<to>(simt_ru(x), nan); }
SIMT_TO_INTEGER(float, int, int, 0)
SIMT_TO_INTEGER(float, uint, unsigned, 0u)
SIMT_TO_INTEGER(float, ll, long long, (long long)(1ull << 63))
SIMT_TO_INTEGER(float, ull, unsigned long long, 1ull << 63)
SIMT_TO_INTEGER(double, int, int, (int)(1u << 31))
SIMT_TO_INTEGER(double, uint, unsigned, 1u << 31)
SIMT_TO_INTEGER(double, ll, long long, (long long)(1ull << 63))
SIMT_TO_INTEGER(double, ull, unsigned long long, 1ull << 63)
#undef SIMT_TO_INTEGER
