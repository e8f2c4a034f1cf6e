/* format.c - see format.h. This file uses only integer operations, so rounding modes and flushing
 * to zero do not affect it. */
#include "format.h"

static const uint64_t SIGN = UINT64_C(1) << 63, HIDDEN = UINT64_C(1) << 52;

/* Split a magnitude into significand * 2^exponent. Subnormals of binary64 are not normalised. */
static void take_apart(uint64_t magnitude, uint64_t *significand, int *exponent)
{
    int field = (int)(magnitude >> 52);
    *significand = field ? (magnitude & (HIDDEN - 1)) | HIDDEN : magnitude;
    *exponent = (field ? field : 1) - 1075;
}

double decode_pattern(uint32_t pattern, const format *f)
{
    const uint32_t sign = (uint32_t)1 << (f->bits - 1), magnitude = pattern & (sign - 1);
    const uint64_t minus = pattern & sign ? SIGN : 0;
    if (magnitude > f->largest)
        return from_bits(minus | UINT64_C(0x7ff) << 52 |
                         (uint64_t)!(f->has_infinity && magnitude == f->largest + 1) << 51);
    const uint32_t hidden = (uint32_t)1 << (f->precision - 1);
    int field = (int)(magnitude / hidden);
    uint32_t significand = magnitude % hidden + (field ? hidden : 0);
    double unit = from_bits((uint64_t)(f->least + (field ? field - 1 : 0) + 1023) << 52);
    return from_bits(minus | bits_of(significand * unit)); /* exact */
}

/* Return the number of low bits of the significand that are below the quantum of the format. */
static int dropped(uint64_t significand, int exponent, const format *f)
{
    int size = 64 - __builtin_clzll(significand), quantum = size + exponent - f->precision;
    return (quantum < f->least ? f->least : quantum) - exponent;
}

static uint64_t round_to_float(double x, const format *f)
{
    uint64_t magnitude = bits_of(x) & ~SIGN, significand, pattern = f->largest + 1;
    uint64_t minus = bits_of(x) >> 63 << (f->bits - 1);
    int exponent;
    if (magnitude > UINT64_C(0x7ff) << 52)
        return f->nan;
    if (magnitude == 0)
        return minus;
    if (f->bits == 64)
        return bits_of(x);
    if (magnitude != UINT64_C(0x7ff) << 52) {
        take_apart(magnitude, &significand, &exponent);
        int drop = dropped(significand, exponent, f);
        if (drop > 54)
            return minus;
        uint64_t kept = significand >> drop, half = UINT64_C(1) << (drop - 1);
        uint64_t rest = significand & (2 * half - 1);
        kept += rest > half || (rest == half && (kept & 1));
        pattern = ((uint64_t)(exponent + drop - f->least) << (f->precision - 1)) + kept;
    }
    if (pattern > f->largest && !f->has_infinity)
        return f->saturate ? minus | f->largest : f->nan;
    return minus | (pattern > f->largest ? f->largest + 1 : pattern);
}

/* Clause R5: truncate, then saturate. NaN gives 0, or true if the format is bool. */
static uint64_t round_to_integer(double x, const format *f)
{
    if (f->kind == KIND_BOOL)
        return x != 0;
    const uint64_t mask = f->bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << f->bits) - 1;
    const uint64_t high = f->kind == KIND_INT ? mask >> 1 : mask;
    uint64_t magnitude = bits_of(x) & ~SIGN, significand;
    int exponent, minus = (int)(bits_of(x) >> 63);
    if (magnitude > UINT64_C(0x7ff) << 52 || (minus && f->kind == KIND_UINT))
        return 0;
    take_apart(magnitude, &significand, &exponent);
    if (exponent + 53 > 64) /* 2^64 and more, infinity */
        return minus ? (high + 1) & mask : high;
    uint64_t whole = exponent >= 0    ? significand << exponent
                     : exponent > -64 ? significand >> -exponent
                                      : 0;
    if (minus)
        return -(whole > high ? high + 1 : whole) & mask;
    return whole > high ? high : whole;
}

uint64_t round_pattern(double x, const format *f)
{
    return f->kind == KIND_FLOAT ? round_to_float(x, f) : round_to_integer(x, f);
}

int is_tie(double x, const format *f)
{
    uint64_t magnitude = bits_of(x) & ~SIGN, significand;
    int exponent;
    if (f->kind != KIND_FLOAT || f->bits == 64 || magnitude == 0 ||
        magnitude >= UINT64_C(0x7ff) << 52)
        return 0;
    take_apart(magnitude, &significand, &exponent);
    int drop = dropped(significand, exponent, f);
    if (drop > 53 ||
        (f->largest >> (f->precision - 1)) + 1 < (uint64_t)(exponent + drop - f->least))
        return 0; /* below half of the smallest subnormal, or beyond every finite number */
    uint64_t half = UINT64_C(1) << (drop - 1), rest = significand & (2 * half - 1);
    return rest + 1 >= half && rest <= half + 1;
}
