/* spaced_exact.c - one element of arange or linspace, computed with long integers (see spaced.h).
 *
 * Every finite number is a multiple of 2^-1074. The unit is 2^-1076, a quarter of the smallest
 * distance of two numbers. In this unit, a sum of two products with factors up to 2^53 has less
 * than 2240 bits, and so has its quotient by an integer. The quotient is truncated to 64 bits, with
 * a flag that says whether any bit was lost.
 */
#include <string.h>

#include "filled/spaced.h"
#include "scalar/portable.h"

enum { WORDS = 35, UNIT = -1076 };

typedef unsigned __int128 wide;

/* An integer, the least significant word first. */
typedef struct integer {
    uint64_t words[WORDS];
} integer;

/* Return the magnitude of x * factor, in units of 2^UNIT. */
static integer product(double x, uint64_t factor)
{
    const uint64_t bits = f64_to_bits(x) & ~SB_SIGN;
    const int biased = (int)(bits >> 52);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const uint64_t mantissa = biased ? fraction | UINT64_C(1) << 52 : fraction;
    /* Exponent of the unit of the mantissa. */
    const int shift = (biased ? biased - 1 : 0) - 1074 - UNIT;
    const wide p = (wide)mantissa * factor;
    const int at = shift / 64, by = shift % 64;
    integer made = {{0}};
    made.words[at] = (uint64_t)(p << by);
    made.words[at + 1] = (uint64_t)((p << by) >> 64);
    if (by)
        made.words[at + 2] = (uint64_t)(p >> (128 - by));
    return made;
}

static bool is_below(const integer *a, const integer *b)
{
    for (int i = WORDS - 1; i >= 0; --i)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i];
    return false;
}

static void add(integer *a, const integer *b)
{
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; ++i) {
        const wide sum = (wide)a->words[i] + b->words[i] + carry;
        a->words[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
}

/* Return a - b. b must not exceed a. */
static integer difference(const integer *a, const integer *b)
{
    integer made;
    uint64_t borrow = 0;
    for (int i = 0; i < WORDS; ++i) {
        const wide rest = (wide)a->words[i] - b->words[i] - borrow;
        made.words[i] = (uint64_t)rest;
        borrow = (uint64_t)(rest >> 64) & 1;
    }
    return made;
}

/* Divide a by an integer below 2^64. Return whether there is a remainder. */
static bool divide(integer *a, uint64_t by)
{
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; --i) {
        const wide part = (wide)rest << 64 | a->words[i];
        a->words[i] = (uint64_t)(part / by);
        rest = (uint64_t)(part % by);
    }
    return rest != 0;
}

/* Return the highest 64 bits of an integer, or all of it if it is shorter. `exponent` is the
 * exponent of the last of these bits, and `more` becomes true if any lower bit is set. */
static uint64_t leading(const integer *a, int *exponent, bool *more)
{
    int high = WORDS - 1;
    while (high > 0 && a->words[high] == 0) --high;
    *exponent = UNIT;
    if (high == 0)
        return a->words[0];
    const int shift = __builtin_clzll(a->words[high]);
    const uint64_t below = a->words[high - 1];
    *exponent += 64 * high - shift;
    *more |= shift ? below << shift != 0 : below != 0;
    for (int i = 0; i < high - 1; ++i) *more |= a->words[i] != 0;
    return shift ? a->words[high] << shift | below >> (64 - shift) : a->words[high];
}

/* Return top * 2^exponent in binary64 with the given sign. If `more` is set, the exact value is
 * slightly larger. */
static double rounded(uint64_t top, int exponent, bool more, bool negative, bool to_odd)
{
    const uint64_t sign = negative ? SB_SIGN : 0;
    if (top == 0 && !more)
        return 0.0;
    const int bits = top ? 64 - __builtin_clzll(top) : 0;
    const int least = -1074 - exponent; /* bits below the smallest distance of two numbers */
    const int cut = bits - 53 > least ? bits - 53 : least;
    uint64_t kept = top;
    int unit = exponent;
    if (cut > 0) {
        const uint64_t half = UINT64_C(1) << (cut - 1), rest = top & (2 * half - 1);
        kept = top >> cut;
        unit += cut;
        if (to_odd)
            kept |= rest != 0 || more;
        else
            kept += rest > half || (rest == half && (more || kept & 1));
    }
    if (kept == UINT64_C(1) << 53) {
        kept >>= 1;
        ++unit;
    }
    if (kept < UINT64_C(1) << 52) /* a subnormal number, or zero: the unit is 2^-1074 */
        return f64_from_bits(sign | kept);
    const int biased = unit + 1075;
    if (biased >= 2047)
        return f64_from_bits(sign | f64_to_bits(SB_INFINITY));
    return f64_from_bits(sign | (uint64_t)biased << 52 | (kept & ((UINT64_C(1) << 52) - 1)));
}

double sb_spaced_exact(const sb_spaced *spaced, int64_t i, bool to_odd)
{
    const uint64_t before = spaced->parts ? (uint64_t)(spaced->parts - i) : 1;
    integer sum = product(spaced->first, before), other = product(spaced->other, (uint64_t)i);
    bool negative = f64_to_bits(spaced->first) >> 63;
    if (negative == (bool)(f64_to_bits(spaced->other) >> 63)) {
        add(&sum, &other);
    } else if (is_below(&sum, &other)) {
        sum = difference(&other, &sum);
        negative = !negative;
    } else {
        sum = difference(&sum, &other);
    }
    bool more = spaced->parts > 1 && divide(&sum, (uint64_t)spaced->parts);
    int exponent;
    const uint64_t top = leading(&sum, &exponent, &more);
    return rounded(top, exponent, more, negative, to_odd);
}
