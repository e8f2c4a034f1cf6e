/* Casts (R5): one element from any format to any other. */
#include "formats.h"

#include <math.h>

static uint64_t narrow(Format format, int64_t value)
{
    const int bits = 8 * bytes_of(format);
    return bits == 64 ? (uint64_t)value : (uint64_t)value & (((uint64_t)1 << bits) - 1);
}

/* R5.3. The limits are powers of two or below 2^53, so they are doubles. */
static uint64_t truncate_to(Format format, double value)
{
    const int bits = 8 * bytes_of(format);
    const bool has_sign = format != U32 && format != U8;
    const double above = ldexp(1, has_sign ? bits - 1 : bits); /* the least value too large */
    const double below = has_sign ? -above : 0;                /* the least value that fits */
    if (isnan(value))
        return 0;
    if (value >= above)
        return has_sign ? sign_bit(format) - 1 : narrow(format, -1);
    if (value <= below)
        return has_sign ? sign_bit(format) : 0;
    return narrow(format, (int64_t)value); /* C converts by truncation (C11 6.3.1.4) */
}

uint64_t cast_bits(Format from, uint64_t bits, Format to, Beyond beyond)
{
    if (from == to)
        return bits;
    if (is_float(from)) {
        const double value = float_value(from, bits);
        if (is_float(to))
            return round_double(to, value, beyond);
        return to == BOOL ? value != 0 : truncate_to(to, value);
    }
    const int64_t value = integer_value(from, bits);
    if (is_float(to))
        return round_integer(to, value, beyond);
    return to == BOOL ? value != 0 : narrow(to, value);
}
