/* The table of F1.1 and F1.2, and the conversion between bits and numbers. */
#include "formats.h"

#include <float.h>
#include <string.h>

/* float and double are binary32 and binary64, and every operation is rounded to its own type. */
_Static_assert(FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53 && FLT_EVAL_METHOD == 0,
               "IEEE 754 (R1, R4)");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "binary32 and binary64");

static const struct {
    const char *name;
    int bytes, precision, least_exponent; /* p and emin; p is 0 for an integer */
    uint64_t infinity;                    /* patterns above it are NaN */
    uint64_t nan;
    bool is_signed;
} table[FORMATS] = {
    [F64] = {"f64", 8, 53, -1022, 0x7ff0000000000000, 0x7ff8000000000000, true},
    [F32] = {"f32", 4, 24, -126, 0x7f800000, 0x7fc00000, true},
    [F16] = {"f16", 2, 11, -14, 0x7c00, 0x7e00, true},
    [BF16] = {"bf16", 2, 8, -126, 0x7f80, 0x7fc0, true},
    /* The format has no infinity; the pattern after the largest finite number is NaN. */
    [F8E4M3FN] = {"f8e4m3fn", 1, 4, -6, 0x7e, 0x7f, true},
    [F8E5M2] = {"f8e5m2", 1, 3, -14, 0x7c, 0x7e, true},
    [I64] = {"i64", 8, 0, 0, 0, 0, true},
    [I32] = {"i32", 4, 0, 0, 0, 0, true},
    [I16] = {"i16", 2, 0, 0, 0, 0, true},
    [I8] = {"i8", 1, 0, 0, 0, 0, true},
    [U32] = {"u32", 4, 0, 0, 0, 0, false},
    [U8] = {"u8", 1, 0, 0, 0, 0, false},
    [BOOL] = {"bool", 1, 0, 0, 0, 0, false},
};

Format format_named(const char *name)
{
    Format format = 0;
    while (format < FORMATS && strcmp(table[format].name, name)) ++format;
    return format;
}

bool is_float(Format format) { return format < I64; }
bool is_low_float(Format format) { return is_float(format) && format != F64 && format != F32; }
bool is_float8(Format format) { return format == F8E4M3FN || format == F8E5M2; }
int bytes_of(Format format) { return table[format].bytes; }
uint64_t canonical_nan(Format format) { return table[format].nan; }
uint64_t sign_bit(Format format) { return (uint64_t)1 << (8 * table[format].bytes - 1); }

bool is_nan(Format format, uint64_t bits)
{
    return is_float(format) && (bits & (sign_bit(format) - 1)) > table[format].infinity;
}

uint64_t double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

double bits_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* 2^exponent, a normal number of binary64. */
static double power_of_two(int exponent) { return bits_double((uint64_t)(1023 + exponent) << 52); }

double float_value(Format format, uint64_t bits)
{
    const double sign = bits & sign_bit(format) ? -1 : 1;
    const uint64_t magnitude = bits & (sign_bit(format) - 1);
    const int fraction_bits = table[format].precision - 1;
    if (format == F64)
        return bits_double(bits);
    if (is_nan(format, bits))
        return bits_double(table[F64].nan);
    if (format != F8E4M3FN && magnitude == table[format].infinity)
        return sign * bits_double(table[F64].infinity);
    const int field = (int)(magnitude >> fraction_bits);
    const uint64_t fraction = magnitude & (((uint64_t)1 << fraction_bits) - 1);
    const uint64_t significand = field ? fraction | (uint64_t)1 << fraction_bits : fraction;
    const int exponent = table[format].least_exponent + (field ? field - 1 : 0) - fraction_bits;
    return sign * (double)significand * power_of_two(exponent); /* exact: at most 24 bits */
}

int64_t integer_value(Format format, uint64_t bits)
{
    if (format == BOOL)
        return bits != 0;
    if (!table[format].is_signed || !(bits & sign_bit(format)))
        return (int64_t)bits;
    /* bits - 2^width, without overflow of int64_t */
    return -(int64_t)(sign_bit(format) - (bits & (sign_bit(format) - 1)) - 1) - 1;
}

static int highest_bit(uint64_t word)
{
    int place = 0;
    for (int step = 32; step; step /= 2)
        if (word >> step) {
            word >>= step;
            place += step;
        }
    return place;
}

static uint64_t beyond_range(Format format, Beyond beyond)
{
    if (format == F8E4M3FN)
        return beyond == SATURATE ? table[format].infinity : table[format].nan;
    return table[format].infinity;
}

uint64_t round_exact(Format format, bool negative, uint64_t significand, int exponent, bool sticky,
                     Beyond beyond)
{
    const int fraction_bits = table[format].precision - 1;
    const int least =
        table[format].least_exponent - fraction_bits; /* least exponent of a last bit */
    const uint64_t sign = negative ? sign_bit(format) : 0;
    const int leading = exponent + highest_bit(significand);
    const int last = leading - fraction_bits > least ? leading - fraction_bits : least;
    const int dropped = last - exponent; /* the number of bits that are rounded away */
    uint64_t kept;
    if (dropped <= 0) {
        kept = significand << -dropped; /* at most 53 bits: `last` follows from the leading one */
    } else if (dropped > 64) {
        kept = 0; /* less than half an ulp */
    } else {
        const uint64_t half = (uint64_t)1 << (dropped - 1);
        const uint64_t rest = significand & (half | (half - 1));
        kept = dropped == 64 ? 0 : significand >> dropped;
        if (rest > half || (rest == half && (sticky || kept & 1)))
            ++kept;
    }
    /* The exponent field counts the positions of the last bit, and the hidden bit adds one to it. A
       carry out of the significand thus gives the right pattern, also from subnormal to normal. */
    const int field = last - least;
    const uint64_t pattern = ((uint64_t)field << fraction_bits) + kept;
    const uint64_t largest = table[format].infinity - (format != F8E4M3FN);
    if (field > 2100 || pattern > largest) {
        const uint64_t outside = beyond_range(format, beyond);
        return outside == table[format].nan ? outside : sign | outside;
    }
    return sign | pattern;
}

uint64_t round_double(Format format, double value, Beyond beyond)
{
    const uint64_t bits = double_bits(value), magnitude = bits & (sign_bit(F64) - 1);
    const bool negative = bits != magnitude;
    if (magnitude > table[F64].infinity)
        return table[format].nan;
    if (format == F64)
        return bits;
    if (magnitude == 0)
        return negative ? sign_bit(format) : 0;
    if (magnitude == table[F64].infinity) {
        const uint64_t outside = beyond_range(format, beyond);
        return outside == table[format].nan ? outside : (negative ? sign_bit(format) : 0) | outside;
    }
    const int field = (int)(magnitude >> 52);
    const uint64_t fraction = magnitude & (((uint64_t)1 << 52) - 1);
    const uint64_t significand = field ? fraction | (uint64_t)1 << 52 : fraction;
    return round_exact(format, negative, significand, (field ? field : 1) - 1075, false, beyond);
}

uint64_t round_integer(Format format, int64_t value, Beyond beyond)
{
    const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return magnitude ? round_exact(format, value < 0, magnitude, 0, false, beyond) : 0;
}
