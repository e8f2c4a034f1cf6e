/* exp and log of binary64, each the exact value rounded once.

   Numbers here are fixed point: one word before the point, and `fraction` words after it. Sums are
   modulo 2^64, so an intermediate sum may be negative; all other numbers are at least 0. Products
   and quotients are truncated, with an error of less than one unit, 2^(-64 fraction). The total
   error is below 2^23 units (each function states its own), far less than ERROR_BIT allows. The
   exact value is therefore between the computed value minus and plus the allowed error. If both
   bounds round to the same bits, so does the exact value, because rounding is monotone. Otherwise
   the computation is repeated with twice the fraction.

   This terminates: e^x is irrational for every rational x except 0, and log x except for x = 1. The
   value is therefore never a number of binary64 or a midpoint of two. The hardest operands are
   known to need about 120 bits; the longest fraction has 512. */
#include "elementary.h"
#include "formats.h"
#include "memory.h"

#include <math.h>

enum { SHORTEST = 2, LONGEST = 8, ERROR_BIT = 32 };

typedef unsigned __int128 Wide;

typedef struct {
    int fraction;
    uint64_t word[LONGEST + 1]; /* the lowest word first */
} Fixed;

static Fixed zero(int fraction)
{
    Fixed value = {0};
    value.fraction = fraction;
    return value;
}

/* a + factor * b. */
static Fixed plus(Fixed a, Fixed b, uint64_t factor)
{
    Wide carry = 0;
    for (int i = 0; i <= a.fraction; ++i) {
        carry += (Wide)factor * b.word[i] + a.word[i];
        a.word[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return a;
}

/* -a, modulo 2^64: the complement plus one unit. */
static Fixed minus(Fixed a)
{
    Wide carry = 1;
    for (int i = 0; i <= a.fraction; ++i) {
        carry += ~a.word[i];
        a.word[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return a;
}

static Fixed times_fixed(Fixed a, Fixed b)
{
    uint64_t whole[2 * LONGEST + 2] = {0};
    Fixed product = zero(a.fraction);
    for (int i = 0; i <= a.fraction; ++i) {
        Wide carry = 0;
        for (int j = 0; j <= a.fraction; ++j) {
            carry += (Wide)a.word[i] * b.word[j] + whole[i + j];
            whole[i + j] = (uint64_t)carry;
            carry >>= 64;
        }
        whole[i + a.fraction + 1] = (uint64_t)carry;
    }
    for (int i = 0; i <= a.fraction; ++i) product.word[i] = whole[i + a.fraction];
    return product;
}

static Fixed divided(Fixed a, uint64_t divisor)
{
    uint64_t rest = 0;
    for (int i = a.fraction; i >= 0; --i) {
        const Wide part = (Wide)rest << 64 | a.word[i];
        a.word[i] = (uint64_t)(part / divisor);
        rest = (uint64_t)(part % divisor);
    }
    return a;
}

static bool is_zero(const Fixed *a)
{
    for (int i = 0; i <= a->fraction; ++i)
        if (a->word[i])
            return false;
    return true;
}

/* 2^power: a number with one bit set. */
static Fixed power_of_two(int fraction, int power)
{
    Fixed value = zero(fraction);
    const int bit = 64 * fraction + power;
    value.word[bit / 64] = (uint64_t)1 << bit % 64;
    return value;
}

/* 2 atanh(z) for a quotient z = top / bottom of at most 1/3: twice the sum of z^n / n over odd n.
   z^2 and each z^n have errors below 2 units, and each term an error below 3. At most 162 terms are
   not 0, and the omitted terms are below 3 units. The total error is less than 2^10 units. */
static Fixed twice_atanh(int fraction, uint64_t top, uint64_t bottom)
{
    Fixed sum = zero(fraction), power = zero(fraction);
    power.word[fraction] = top;
    power = divided(power, bottom);
    const Fixed square = times_fixed(power, power);
    for (uint64_t n = 1; !is_zero(&power); n += 2) {
        sum = plus(sum, divided(power, n), 2);
        power = times_fixed(power, square);
    }
    return sum;
}

/* log 2 = 2 atanh(1/3), because (1 + 1/3) / (1 - 1/3) = 2. Cached, because every call needs it. */
static Fixed log_of_2(int fraction)
{
    static Fixed known[LONGEST + 1];
    if (!known[fraction].fraction)
        known[fraction] = twice_atanh(fraction, 1, 3);
    return known[fraction];
}

/* Returns value * 2^exponent, rounded once. The rounding depends on the highest 64 bits, and on
   whether a lower bit is set. The value is above 2^-60, so it has 64 bits. */
static uint64_t rounded(bool negative, const Fixed *value, int exponent)
{
    int top = value->fraction, shift = 0;
    while (!value->word[top]) --top;
    while (!(value->word[top] << shift >> 63)) ++shift;
    uint64_t significand = value->word[top] << shift, rest = value->word[top - 1] << shift;
    if (shift)
        significand |= value->word[top - 1] >> (64 - shift);
    for (int i = 0; i < top - 1; ++i) rest |= value->word[i];
    const int last = 64 * (top - value->fraction) - shift + exponent;
    return round_exact(F64, negative, significand, last, rest != 0, SATURATE);
}

/* Returns whether all possible exact values round to the same number, and stores this number. */
static bool decide(bool negative, Fixed value, int exponent, double *result)
{
    const Fixed error = power_of_two(value.fraction, ERROR_BIT - 64 * value.fraction);
    const Fixed least = plus(value, minus(error), 1), most = plus(value, error, 1);
    const uint64_t bits = rounded(negative, &least, exponent);
    *result = bits_double(bits);
    return bits == rounded(negative, &most, exponent);
}

static double undecided(void)
{
    refuse("a value is too near to a rounding boundary to be decided");
}

/* The magnitude of x, exactly. x is at least 2^-54, so its last bit is at least 2^-106. */
static Fixed magnitude(int fraction, double x)
{
    int exponent;
    const uint64_t significand = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    return plus(zero(fraction), power_of_two(fraction, exponent - 53), significand);
}

/* x = k log 2 + r with r from 0 to a little above log 2; e^x = 2^k e^r, with e^r by its series. The
   error of r is below 1077 * 2^10 < 2^21 units, so the error of e^r is below 2^22 + 2^21. Each of
   at most 100 terms adds an error below 3 units. */
double exp_in_double(double x)
{
    if (isnan(x) || x == INFINITY)
        return x;
    /* e^x is less than 2^-53 above 1, or less than 2^-54 below it: half the distance to a
       neighbour. The result is 1 for zeros and small operands, whose bits do not fit into the
       fraction. */
    if (fabs(x) < 0x1p-54)
        return 1;
    if (x < -746) /* the result is below 2^-1075, half of the least subnormal */
        return 0;
    if (x > 710) /* the result is above 2^1024 */
        return INFINITY;
    /* The error of the quotient is below 2^-40. Subtracting 2^-20 therefore keeps r from being
       negative. */
    const int k = (int)floor(x / 0x1.62e42fefa39efp-1 - 0x1p-20);
    for (int fraction = SHORTEST; fraction <= LONGEST; fraction *= 2) {
        const Fixed part = magnitude(fraction, x), log_2 = log_of_2(fraction);
        const Fixed r = plus(x < 0 ? minus(part) : part, k < 0 ? log_2 : minus(log_2),
                             (uint64_t)(k < 0 ? -k : k));
        Fixed sum = zero(fraction), term = power_of_two(fraction, 0);
        double result;
        for (uint64_t n = 1; !is_zero(&term); ++n) {
            sum = plus(sum, term, 1);
            term = divided(times_fixed(term, r), n);
        }
        if (decide(false, sum, k, &result))
            return result;
    }
    return undecided();
}

/* x = 2^k m, with m from 1 to 2 for x above 1, and from 1/2 to 1 for x below 1. Then k log 2 and
   log m have the same sign, so there is no cancellation. log m = 2 atanh z with z = (m - 1) / (m +
   1), a quotient of integers here. abs(k) is at most 1074, so the error is below 2^21 units. */
double log_in_double(double x)
{
    const uint64_t half = (uint64_t)1 << 52;
    int k;
    if (isnan(x) || x == INFINITY)
        return x;
    if (x <= 0)
        return x == 0 ? -INFINITY : bits_double(canonical_nan(F64));
    if (x == 1)
        return 0;
    const uint64_t m = (uint64_t)ldexp(frexp(x, &k), 53);
    const bool below = x < 1;
    const uint64_t top = below ? 2 * half - m : m - half, bottom = below ? 2 * half + m : m + half;
    for (int fraction = SHORTEST; fraction <= LONGEST; fraction *= 2) {
        const Fixed log_m = twice_atanh(fraction, top, bottom);
        const Fixed sum = plus(log_m, log_of_2(fraction), (uint64_t)(below ? -k : k - 1));
        double result;
        if (decide(below, sum, 0, &result))
            return result;
    }
    return undecided();
}
