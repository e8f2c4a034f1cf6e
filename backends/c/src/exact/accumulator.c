/* accumulator.c - see accumulator.h. */
#include "exact/accumulator.h"

#include <string.h>

#include "samebits.h"
#include "scalar/convert8.h"
#include "simd/exact_fma.h"

typedef unsigned __int128 wide;

/* Like all binary64 numbers, a small number of a kind has 52 bits below its leading bit, which need
 * space too: 52 bits below the smallest unit, 2^-149 and 2^-298 for binary32. At the top there is
 * space for 2^63 times the largest number. */
const sb_exact_kind sb_exact_terms_f32 = {-224, 16, true};
const sb_exact_kind sb_exact_products_f32 = {-352, 24, true};
const sb_exact_kind sb_exact_terms_f64 = {-1088, 71, false};
const sb_exact_kind sb_exact_products_f64 = {-2176, 137, false};

/* Maximum number of additions of less than 2^32 to a limb of 63 bits. */
static const int64_t most_adds = INT64_C(1) << 30;

size_t sb_exact_size(const sb_exact_kind *kind)
{
    return (sizeof(sb_exact) + (size_t)kind->limbs * sizeof(int64_t) + 63) & ~(size_t)63;
}

void sb_exact_clear(sb_exact *sum) { *sum = (sb_exact){.adds = -1}; }

/* Propagate carries. Limbs below the highest become 0 .. 2^32 - 1, and the highest limb has the
 * sign. */
static void carry(const sb_exact_kind *kind, sb_exact *sum)
{
    int64_t rest = 0;
    for (int i = 0; i < kind->limbs - 1; ++i) {
        int64_t t = sum->limbs[i] + rest;
        sum->limbs[i] = t & INT64_C(0xffffffff);
        rest = t >> 32;
    }
    sum->limbs[kind->limbs - 1] += rest;
    sum->adds = 0;
}

/* Add significand * 2^exponent. */
static void add_scaled(const sb_exact_kind *kind, sb_exact *sum, uint64_t significand, int exponent,
                       bool negative)
{
    const int place = exponent - kind->base, shift = place & 31;
    int64_t *limb = sum->limbs + (place >> 5);
    const wide w = (wide)significand << shift;
    const int64_t sign = -(int64_t)negative;
    limb[0] += ((int64_t)(w & 0xffffffffu) ^ sign) - sign;
    limb[1] += ((int64_t)(w >> 32 & 0xffffffffu) ^ sign) - sign;
    limb[2] += ((int64_t)(w >> 64) ^ sign) - sign;
    if (++sum->adds >= most_adds)
        carry(kind, sum);
}

static uint64_t significand_of(uint64_t bits)
{
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    return bits >> 52 & 0x7ff ? fraction | UINT64_C(1) << 52 : fraction;
}

/* Return the exponent of a number's last bit. */
static int exponent_of(uint64_t bits)
{
    const int field = (int)(bits >> 52 & 0x7ff);
    return (field ? field : 1) - 1075;
}

static void add_number(const sb_exact_kind *kind, sb_exact *sum, double finite)
{
    const uint64_t bits = f64_to_bits(finite);
    if (finite != 0)
        add_scaled(kind, sum, significand_of(bits), exponent_of(bits), bits >> 63);
}

/* Clear the limbs and start to use them, if they are not yet in use. */
static void open_limbs(const sb_exact_kind *kind, sb_exact *sum)
{
    if (sum->adds >= 0)
        return;
    memset(sum->limbs, 0, (size_t)kind->limbs * sizeof *sum->limbs);
    sum->adds = 0;
    add_number(kind, sum, sum->high);
    add_number(kind, sum, sum->low);
}

void sb_exact_add(const sb_exact_kind *kind, sb_exact *sum, double finite)
{
    open_limbs(kind, sum);
    add_number(kind, sum, finite);
}

/* Record the kind of a term in `seen`. Return whether it is a finite number other than zero. */
static bool note(sb_exact *sum, double term)
{
    const uint64_t bits = f64_to_bits(term), size = bits & ~SB_SIGN;
    if (size > UINT64_C(0x7ff0000000000000))
        sum->seen |= SB_SEEN_NAN;
    else if (size == UINT64_C(0x7ff0000000000000))
        sum->seen |= bits >> 63 ? SB_SEEN_NEGATIVE_INFINITY : SB_SEEN_INFINITY;
    else if (bits == SB_SIGN)
        sum->seen |= SB_SEEN_NEGATIVE_ZERO;
    else {
        sum->seen |= SB_SEEN_OTHER;
        return size != 0;
    }
    return false;
}

void sb_exact_add_term(const sb_exact_kind *kind, sb_exact *sum, double term)
{
    if (note(sum, term))
        sb_exact_add(kind, sum, term);
}

void sb_exact_add_product(const sb_exact_kind *kind, sb_exact *sum, double a, double b)
{
    const uint64_t x = f64_to_bits(a), y = f64_to_bits(b);
    const bool finite = (x & ~SB_SIGN) >> 52 < 0x7ff && (y & ~SB_SIGN) >> 52 < 0x7ff;
    if (!finite || a == 0 || b == 0) {
        note(sum, a * b); /* no rounding: the product is infinite, NaN or zero */
        return;
    }
    const wide product = (wide)significand_of(x) * significand_of(y);
    const int exponent = exponent_of(x) + exponent_of(y);
    const bool negative = (x ^ y) >> 63;
    sum->seen |= SB_SEEN_OTHER;
    open_limbs(kind, sum);
    add_scaled(kind, sum, (uint64_t)product, exponent, negative);
    add_scaled(kind, sum, (uint64_t)(product >> 64), exponent + 64, negative);
}

void sb_exact_add_block(const sb_exact_kind *kind, sb_exact *sum, double high, double low)
{
    if (sum->adds < 0 && sum->high == 0 && sum->low == 0) {
        sum->high = high;
        sum->low = low;
        return;
    }
    open_limbs(kind, sum);
    add_number(kind, sum, high);
    add_number(kind, sum, low);
}

void sb_exact_merge(const sb_exact_kind *kind, sb_exact *sum, sb_exact *other)
{
    sum->seen |= other->seen;
    if (other->adds < 0) {
        sb_exact_add_block(kind, sum, other->high, other->low);
        return;
    }
    open_limbs(kind, sum);
    carry(kind, sum);
    carry(kind, other);
    for (int i = 0; i < kind->limbs; ++i) sum->limbs[i] += other->limbs[i];
    sum->adds = 1;
}

static double signed_zero(const sb_exact *sum)
{
    return sum->seen == SB_SEEN_NEGATIVE_ZERO ? -0.0 : 0.0;
}

/* Return the bits of the magnitude whose leading 64 bits are `top`, with the leading one at
 * 2^exponent. The last bit of `top` is set if any lower bit is set. A carry out of the significand
 * gives the right pattern, because the next bit pattern is the next number. */
static uint64_t rounded_pattern(uint64_t top, int exponent, bool to_odd)
{
    const int unit = exponent - 52 > -1074 ? exponent - 52 : -1074;
    const int drop = unit - (exponent - 63); /* at least 11 */
    if (drop > 64)
        return 0;
    uint64_t kept = drop == 64 ? 0 : top >> drop;
    const uint64_t rest = top << (64 - drop), half = UINT64_C(1) << 63;
    if (to_odd)
        kept |= rest != 0;
    else
        kept += rest > half || (rest == half && (kept & 1));
    const uint64_t pattern = ((uint64_t)(unit + 1074) << 52) + kept;
    const uint64_t infinity = UINT64_C(0x7ff0000000000000);
    return pattern < infinity ? pattern : infinity;
}

static double value_of_limbs(const sb_exact_kind *kind, sb_exact *sum)
{
    int64_t *limbs = sum->limbs;
    carry(kind, sum);
    const bool negative = limbs[kind->limbs - 1] < 0;
    if (negative) {
        for (int i = 0; i < kind->limbs; ++i) limbs[i] = -limbs[i];
        carry(kind, sum);
    }
    int last = kind->limbs - 1;
    while (last >= 0 && limbs[last] == 0) --last;
    if (last < 0)
        return signed_zero(sum);
    wide lead = 0; /* three limbs: at least 65 bits */
    for (int i = 0; i < 3; ++i) lead = lead << 32 | (last >= i ? (uint64_t)limbs[last - i] : 0);
    bool more = false;
    for (int i = 0; i < last - 2; ++i) more |= limbs[i] != 0;
    /* The leading one is in the upper half. */
    const int length = 128 - __builtin_clzll((uint64_t)(lead >> 64));
    const wide dropped = lead & (((wide)1 << (length - 64)) - 1);
    const uint64_t top = (uint64_t)(lead >> (length - 64)) | (more || dropped != 0);
    const int exponent = kind->base + 32 * (last - 2) + length - 1;
    return f64_from_bits(rounded_pattern(top, exponent, kind->to_odd) | (negative ? SB_SIGN : 0));
}

double sb_exact_value(const sb_exact_kind *kind, sb_exact *sum)
{
    const uint32_t both = SB_SEEN_INFINITY | SB_SEEN_NEGATIVE_INFINITY;
    if (sum->seen & SB_SEEN_NAN || (sum->seen & both) == both)
        return f64_from_bits(UINT64_C(0x7ff8000000000000));
    if (sum->seen & both)
        return sum->seen & SB_SEEN_INFINITY ? __builtin_inf() : -__builtin_inf();
    if (sum->adds >= 0)
        return value_of_limbs(kind, sum);
    const double total = sum->high + sum->low;
    if (total == 0)
        return signed_zero(sum);
    return kind->to_odd ? f64_round_to_odd(total, f64_two_sum_error(sum->high, sum->low, total))
                        : total;
}

SB_FN void store_double(char *p, double element) { memcpy(p, &element, sizeof element); }
SB_FN void store_float(char *p, float element) { memcpy(p, &element, sizeof element); }
SB_FN void store_16_bits(char *p, uint16_t element) { memcpy(p, &element, sizeof element); }
SB_FN void store_8_bits(char *p, uint8_t element) { memcpy(p, &element, sizeof element); }

void sb_exact_store(const sb_exact_kind *kind, sb_exact *sum, char *p, int32_t format)
{
    const double value = sb_exact_value(kind, sum);
    switch (format) {
    case SB_F32: store_float(p, f32_from_odd(value)); break;
    case SB_F16: store_16_bits(p, f16_from_f64(value)); break;
    case SB_BF16: store_16_bits(p, bf16_from_f64(value)); break;
    case SB_F8E4M3FN: store_8_bits(p, f8e4m3fn_from_f64(value)); break;
    case SB_F8E5M2: store_8_bits(p, f8e5m2_from_f64(value)); break;
    default: store_double(p, f64_canonical(value));
    }
}
