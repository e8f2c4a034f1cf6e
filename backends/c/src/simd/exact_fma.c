/* exact_fma.c - fma in binary64 by integer arithmetic, for all operands. */
#include "simd/exact_fma.h"

typedef unsigned __int128 wide;

enum { TOP = 125 }; /* leading bit of both terms; the bit above it is for a carry */

/* The number (-1)^negative * significand * 2^exponent. */
typedef struct term {
    wide significand;
    int exponent;
    int negative;
} term;

static term term_of(double x)
{
    uint64_t u = f64_to_bits(x), fraction = u & ((UINT64_C(1) << 52) - 1);
    int biased = (int)(u >> 52) & 0x7ff;
    uint64_t significand = biased ? fraction | UINT64_C(1) << 52 : fraction;
    return (term){significand, (biased ? biased : 1) - 1075, (int)(u >> 63)};
}

static int bit_length(wide x)
{
    uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

static void lead_at_top(term *x)
{
    int places = TOP + 1 - bit_length(x->significand);
    x->significand <<= places;
    x->exponent -= places;
}

/* Return x / 2^places. If a set bit is shifted out, the last bit is set. */
static wide shift_sticky(wide x, int places)
{
    if (places <= 0)
        return x;
    if (places > 127)
        return x != 0;
    return x >> places | ((x & (((wide)1 << places) - 1)) != 0);
}

/* Round a non-zero term to nearest even. */
static double round_term(term x)
{
    int length = bit_length(x.significand), lowest = x.exponent + length - 53;
    /* Subnormal results have a fixed unit in the last place. */
    lowest = lowest < -1074 ? -1074 : lowest;
    int places = lowest - x.exponent; /* at least 1, because the leading bit of both terms is TOP */
    if (places < 2) {                 /* after cancellation, the value is already exact */
        x.significand <<= 2 - places;
        x.exponent -= 2 - places;
        places = 2;
    }
    wide kept = shift_sticky(x.significand, places - 2); /* two more bits: half and sticky */
    uint64_t m = (uint64_t)(kept >> 2), rest = (uint64_t)kept & 3;
    m += rest > 2 || (rest == 2 && (m & 1));
    uint64_t u;
    if (m < UINT64_C(1) << 52) {
        u = m;
    } else {
        int64_t biased = (int64_t)lowest + 1075;
        if (m >> 53) {
            m >>= 1;
            ++biased;
        }
        u = biased >= 0x7ff ? UINT64_C(0x7ff) << 52
                            : (uint64_t)biased << 52 | (m & ((UINT64_C(1) << 52) - 1));
    }
    return f64_from_bits(u | (uint64_t)x.negative << 63);
}

double f64_fma_by_integers(double a, double b, double c)
{
    double product = a * b;
    if (a - a != 0 || b - b != 0 || c - c != 0) /* if an operand is an infinity or a NaN, so is the
                                                 * result */
        return a - a != 0 || b - b != 0 ? product + c : c;
    if (a == 0 || b == 0)
        return product + c;
    term x = term_of(a), y = term_of(b), z = term_of(c);
    x.significand *= y.significand;
    x.exponent += y.exponent;
    x.negative ^= y.negative;
    lead_at_top(&x);
    if (z.significand == 0)
        return round_term(x);
    lead_at_top(&z);
    if (x.exponent < z.exponent) {
        term swap = x;
        x = z;
        z = swap;
    }
    z.significand = shift_sticky(z.significand, x.exponent - z.exponent);
    if (x.negative == z.negative) {
        x.significand += z.significand;
    } else {
        if (x.significand < z.significand) {
            wide swap = x.significand;
            x.significand = z.significand;
            z.significand = swap;
            x.negative = z.negative;
        }
        x.significand -= z.significand;
    }
    return x.significand ? round_term(x) : 0.0;
}
