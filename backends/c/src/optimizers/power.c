/* power.c - see power.h.
 *
 * The method is repeated squaring, from the highest bit of the exponent on, of truncated numbers of
 * `limbs` words. Each truncation removes less than one unit in the last place, and later
 * multiplications multiply this error: the total is at most 4 n units for an exponent n. If both
 * ends of that interval round to the same number, it is the power. Otherwise the computation is
 * repeated with twice the number of words. This terminates: a power that is a binary64 number, or a
 * midpoint of two, has at most 54 bits. All intermediate powers have at most 54 bits too, so no
 * bits are truncated.
 */
#include "optimizers/power.h"

#include <string.h>

#include "memory/scratch.h"
#include "scalar/portable.h"

enum { FIRST_LIMBS = 4, LEAST = -1074, NEVER = LEAST - 6 };

typedef struct number {
    uint64_t *limb;   /* the last word has its highest bit set */
    int64_t exponent; /* exponent of the lowest bit */
    bool cut;         /* bits have been lost */
} number;

/* Compute x = x * y, using `product`, which has twice the number of words. */
static void multiply(number *x, const number *y, int limbs, uint64_t *product)
{
    memset(product, 0, 2 * (size_t)limbs * sizeof *product);
    for (int i = 0; i < limbs; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < limbs; j++) {
            const unsigned __int128 sum =
                (unsigned __int128)x->limb[i] * y->limb[j] + product[i + j] + carry;
            product[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        product[i + limbs] = carry;
    }
    x->exponent += y->exponent + 64 * (int64_t)limbs;
    x->cut |= y->cut;
    /* A product of two numbers of at least a half is at least a quarter. */
    if (product[2 * limbs - 1] >> 63 == 0) {
        for (int i = 2 * limbs - 1; i > 0; i--) product[i] = product[i] << 1 | product[i - 1] >> 63;
        product[0] <<= 1;
        x->exponent--;
    }
    for (int i = 0; i < limbs; i++) x->cut |= product[i] != 0;
    memcpy(x->limb, product + limbs, (size_t)limbs * sizeof *product);
}

/* Return 2^exponent, a normal number. */
static double power_of_two(int64_t exponent)
{
    return f64_from_bits((uint64_t)(exponent + 1023) << 52);
}

/* Return x rounded to nearest even, in the subnormal range too. */
static double rounded(const number *x, int limbs)
{
    const int64_t top = x->exponent + 64 * (int64_t)limbs - 1;
    const int64_t bits = top - LEAST + 1 < 53 ? top - LEAST + 1 : 53;
    if (bits < 0)
        return 0.0;
    const uint64_t high = x->limb[limbs - 1];
    uint64_t kept = bits > 0 ? high >> (64 - bits) : 0, rest = high << bits;
    bool sticky = (rest << 1) != 0;
    for (int i = 0; i < limbs - 1; i++) sticky |= x->limb[i] != 0;
    kept += rest >> 63 && (sticky || kept & 1);
    const int64_t exponent = top - bits + 1, half = exponent / 2;
    return (double)kept * power_of_two(half) * power_of_two(exponent - half);
}

/* Add 2^bit units to x, which gives the upper end of the interval for the exact number. */
static void raise(number *x, int limbs, int bit)
{
    uint64_t carry = UINT64_C(1) << bit % 64;
    for (int i = bit / 64; i < limbs && carry != 0; i++) {
        x->limb[i] += carry;
        carry = x->limb[i] < carry;
    }
    if (carry != 0) { /* a power of two; the bits above it do not change the rounding */
        x->limb[limbs - 1] = UINT64_C(1) << 63;
        x->exponent++;
    }
}

static number of_double(double x, uint64_t *limb, int limbs)
{
    const uint64_t u = f64_to_bits(x), fraction = u & ((UINT64_C(1) << 52) - 1);
    const int64_t biased = (int64_t)(u >> 52);
    const uint64_t bits = biased == 0 ? fraction : fraction | UINT64_C(1) << 52;
    const int shift = __builtin_clzll(bits);
    memset(limb, 0, (size_t)limbs * sizeof *limb);
    limb[limbs - 1] = bits << shift;
    const int64_t exponent = (biased == 0 ? 1 : biased) - 1075 - shift;
    return (number){limb, exponent - 64 * (int64_t)(limbs - 1), false};
}

/* Return whether `limbs` words determine the power, and write it to *power. */
static bool decide(double base, int64_t exponent, int limbs, uint64_t *words, double *power)
{
    const number factor = of_double(base, words, limbs);
    number x = of_double(base, words + limbs, limbs);
    const int bits = 64 - __builtin_clzll((uint64_t)exponent);
    *power = 0.0;
    for (int bit = bits - 2; bit >= 0; bit--) {
        multiply(&x, &x, limbs, words + 2 * limbs);
        if (exponent >> bit & 1)
            multiply(&x, &factor, limbs, words + 2 * limbs);
        if (x.exponent + 64 * (int64_t)limbs < NEVER) /* later numbers are even smaller */
            return true;
    }
    *power = rounded(&x, limbs);
    if (!x.cut)
        return true;
    raise(&x, limbs, bits + 3);
    return rounded(&x, limbs) == *power;
}

bool sb_power(double base, int64_t exponent, double *power)
{
    *power = 0.0;
    if (base == 0.0)
        return true;
    for (int limbs = FIRST_LIMBS;; limbs *= 2) {
        uint64_t *words = sb_scratch_take(4 * (size_t)limbs * sizeof *words);
        if (words == NULL)
            return false;
        const bool known = decide(base, exponent, limbs, words, power);
        sb_scratch_give(words);
        if (known)
            return true;
    }
}
