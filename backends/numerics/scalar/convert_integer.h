/* convert_integer.h - conversions between binary64 or 64-bit integers and the integer formats
 * (clause R5).
 *
 * From a float to an integer: toward zero, saturating, and NaN gives 0. From a float to bool: x !=
 * 0, so NaN gives true. From an integer: modulo 2^bits; to bool x != 0. From an integer to a float
 * shorter than binary64: to binary64, rounded to odd, followed by one rounding to nearest (Boldo
 * and Melquiond, 2008).
 */
#ifndef SB_SCALAR_CONVERT_INTEGER_H
#define SB_SCALAR_CONVERT_INTEGER_H

#include "scalar/convert64.h"

/* Both limits must be exact in binary64. One conversion is then enough for every width below 64. */
SB_FN int64_t clamped_from_f64(double x, double low, double high)
{
    x = x > high ? high : x;
    x = x < low ? low : x;
    return (int64_t)(x != x ? 0.0 : x);
}

SB_FN int64_t i64_from_f64(double x)
{
    const int64_t whole = clamped_from_f64(x, -0x1p63, 0x1.fffffffffffffp62);
    return x >= 0x1p63 ? INT64_C(0x7fffffffffffffff) : whole;
}

SB_FN int32_t i32_from_f64(double x)
{
    x = x > 2147483647.0 ? 2147483647.0 : x;
    x = x < -2147483648.0 ? -2147483648.0 : x;
    return (int32_t)(x != x ? 0.0 : x);
}

SB_FN int16_t i16_from_f64(double x)
{
    x = x > 32767.0 ? 32767.0 : x;
    x = x < -32768.0 ? -32768.0 : x;
    return (int16_t)(int32_t)(x != x ? 0.0 : x);
}

SB_FN int8_t i8_from_f64(double x)
{
    x = x > 127.0 ? 127.0 : x;
    x = x < -128.0 ? -128.0 : x;
    return (int8_t)(int32_t)(x != x ? 0.0 : x);
}

SB_FN uint32_t u32_from_f64(double x) { return (uint32_t)clamped_from_f64(x, 0.0, 4294967295.0); }

SB_FN uint8_t u8_from_f64(double x)
{
    x = x > 255.0 ? 255.0 : x;
    x = x < 0.0 ? 0.0 : x;
    return (uint8_t)(int32_t)(x != x ? 0.0 : x);
}

SB_FN uint8_t bool_from_f64(double x) { return x != 0.0; }

SB_FN uint8_t bool_from_i64(int64_t x) { return x != 0; }

/* Convert with rounding to odd. Below 2^53 this is exact. Otherwise the last remaining bit is set
 * if any of the low 11 bits is set. */
SB_FN double f64_odd_from_i64(int64_t x)
{
    const int64_t high = (x >> 11) | ((x & 2047) != 0);
    const int fits = x < INT64_C(9007199254740992) && x > -INT64_C(9007199254740992);
    return fits ? (double)x : (double)high * 2048.0;
}

#endif
