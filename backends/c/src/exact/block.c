/* block.c - see block.h.
 *
 * With |x| < 2^E for N = 2^11 terms that are multiples of 2^L, every partial sum in any order is a
 * multiple of 2^L below 2^(E+11). So binary64 represents it exactly if E + 11 - L <= 53: one slice.
 * Otherwise x is split (Demmel and Nguyen, "Parallel reproducible summation", 2015): with S = 1.5 *
 * 2^k and k = E + 12, let S' = S + x, rounded. The part q = S' - S is a multiple of 2^(k-52). The
 * rest x - q, at most 2^(k-53), is exact, since it is the error of an addition. S stays in its
 * binade: the sum of all q is below 2^(k-1) + 2^(k-42), shared among several lanes. The sum of the
 * rests is exact if k - 53 + 11 - L <= 53, that is E - L <= 83: two slices. The rest may be split
 * again with an S of 2^(k-41), which gives E - L <= 124: three slices. Terms with a larger span,
 * and terms that are not finite, are added to the accumulator one by one.
 *
 * E and L are determined first, from the largest exponent and the smallest exponent of a nonzero
 * term.
 */
#include "simd/vector_f64.h"

#include "exact/block.h"

enum { SIDES = 4, STEP = SIDES * LANES, LOG_TERMS = 11, MOST_SLICES = 3 };
_Static_assert(SB_EXACT_BLOCK == 1 << LOG_TERMS, "the error analysis counts the terms of a block");

/* The largest E - L for one, two and three slices. */
static const int spans[MOST_SLICES] = {53 - LOG_TERMS, 83, 124};

typedef struct bounds {
    /* Biased exponents: the largest, and the smallest of a nonzero number. */
    int most, least;
    bool finite, zero; /* whether all terms are finite, or all are zero */
} bounds;

static int field_of(uint64_t size, int fraction)
{
    const int field = (int)(size >> fraction);
    return field ? field : 1; /* subnormal numbers have the unit of the smallest normal numbers */
}

#define BOUNDS bounds_f32
#define TERM float
#define WORD uint32_t
#define FRACTION 23
#include "exact/bounds_template.h"

#define BOUNDS bounds_f64
#define TERM double
#define WORD uint64_t
#define FRACTION 52
#include "exact/bounds_template.h"

typedef float narrow_vector __attribute__((vector_size(LANES * 4)));

INLINE vreal load_terms(const void *x, int64_t at, const bool narrow)
{
    if (!narrow)
        return v_load((const double *)x + at);
    narrow_vector v;
    memcpy(&v, (const float *)x + at, sizeof v);
    return (vreal) __builtin_convertvector(v, vreal);
}

INLINE void take(vreal rest, vreal *slice, const int slices)
{
    UNROLL for (int s = 0; s < slices - 1; ++s)
    {
        const vreal absorbed = slice[s] + rest;
        rest = rest - (absorbed - slice[s]);
        slice[s] = absorbed;
    }
    slice[slices - 1] += rest;
}

/* Return the sum of all lanes, each minus `start`. The sum is exact in any order. */
INLINE double total_of(const vreal sides[SIDES], double start)
{
    const vreal begin = v_set(start);
    double lanes[LANES];
    v_store(lanes,
            ((sides[0] - begin) + (sides[1] - begin)) + ((sides[2] - begin) + (sides[3] - begin)));
    UNROLL for (int half = LANES / 2; half; half /= 2) UNROLL for (int i = 0; i < half; ++i)
        lanes[i] += lanes[i + half];
    return lanes[0];
}

/* Compute parts[0 .. slices-1], whose sum is exact, for |x| < 2^exponent. */
INLINE void slice_sums(const void *x, int n, const bool narrow, const int slices, int exponent,
                       double *parts)
{
    double start[MOST_SLICES] = {0};
    for (int s = 0; s < slices - 1; ++s) {
        const int k = exponent + LOG_TERMS + 1 - s * (53 - LOG_TERMS - 1);
        start[s] = f64_from_bits((uint64_t)(k + 1023) << 52 | UINT64_C(1) << 51);
    }
    vreal slice[SIDES][MOST_SLICES];
    UNROLL for (int j = 0; j < SIDES; ++j) UNROLL for (int s = 0; s < slices; ++s) slice[j][s] =
        v_set(start[s]);
    int i = 0;
    for (; i + STEP <= n; i += STEP)
        UNROLL for (int j = 0; j < SIDES; ++j)
            take(load_terms(x, i + j * LANES, narrow), slice[j], slices);
    if (i < n) {
        double tail[STEP] = {0};
        for (int j = 0; i + j < n; ++j)
            tail[j] = narrow ? ((const float *)x)[i + j] : ((const double *)x)[i + j];
        UNROLL for (int j = 0; j < SIDES; ++j) take(v_load(tail + j * LANES), slice[j], slices);
    }
    UNROLL for (int s = 0; s < slices; ++s)
    {
        vreal side[SIDES];
        UNROLL for (int j = 0; j < SIDES; ++j) side[j] = slice[j][s];
        parts[s] = total_of(side, start[s]);
    }
}

/* Return the number of slices that the span E - L needs, or 0 if it is too large. */
static int slices_for(int span)
{
    for (int s = 0; s < MOST_SLICES; ++s)
        if (span <= spans[s])
            return s + 1;
    return 0;
}

INLINE void add_slices(const sb_exact_kind *kind, sb_exact *sum, const void *x, int n,
                       const bool narrow, int slices, int exponent)
{
    double parts[MOST_SLICES] = {0};
    if (slices == 1)
        slice_sums(x, n, narrow, 1, exponent, parts);
    else if (slices == 2)
        slice_sums(x, n, narrow, 2, exponent, parts);
    else
        slice_sums(x, n, narrow, 3, exponent, parts);
    sb_exact_add_block(kind, sum, parts[0], parts[1]);
    if (slices == 3)
        sb_exact_add(kind, sum, parts[2]);
}

static void note_zeros(sb_exact *sum, const void *x, int n, bool narrow)
{
    for (int i = 0; i < n; ++i) {
        const double zero = narrow ? ((const float *)x)[i] : ((const double *)x)[i];
        sum->seen |= f64_to_bits(zero) >> 63 ? SB_SEEN_NEGATIVE_ZERO : SB_SEEN_OTHER;
    }
}

/* Add terms. `digits` is the number of significant bits of a term. */
INLINE void add_terms(const sb_exact_kind *kind, sb_exact *sum, const void *x, int n, bounds b,
                      const bool narrow, const int digits)
{
    const int bias = narrow ? 127 : 1023, largest = 2000; /* S would overflow at `largest` */
    const int slices = slices_for(b.most - b.least + digits);
    if (b.zero) {
        note_zeros(sum, x, n, narrow);
    } else if (b.finite && slices && b.most < largest) {
        sum->seen |= SB_SEEN_OTHER;
        add_slices(kind, sum, x, n, narrow, slices, b.most - bias + 1);
    } else {
        for (int i = 0; i < n; ++i)
            sb_exact_add_term(kind, sum,
                              narrow ? (double)((const float *)x)[i] : ((const double *)x)[i]);
    }
}

void sb_exact_block_f32(const sb_exact_kind *kind, sb_exact *sum, const float *x, int n)
{
    add_terms(kind, sum, x, n, bounds_f32(x, n), true, 24);
}

void sb_exact_block_f64(const sb_exact_kind *kind, sb_exact *sum, const double *x, int n)
{
    add_terms(kind, sum, x, n, bounds_f64(x, n), false, 53);
}

/* A product of binary32 numbers is exact in binary64, with 48 digits. */
void sb_exact_products_block_f32(const sb_exact_kind *kind, sb_exact *sum, const float *a,
                                 const float *b, int n)
{
    double products[SB_EXACT_BLOCK];
    for (int i = 0; i < n; ++i) products[i] = (double)a[i] * (double)b[i];
    add_terms(kind, sum, products, n, bounds_f64(products, n), false, 48);
}

/* A product of binary64 numbers is exactly p + e, with e = fma(a, b, -p), unless it underflows or
 * overflows. p and e are multiples of the unit of p times 2^-53, so both sums have the same L. */
void sb_exact_products_block_f64(const sb_exact_kind *kind, sb_exact *sum, const double *a,
                                 const double *b, int n)
{
#if SB_HARDWARE_FMA
    const bounds left = bounds_f64(a, n), right = bounds_f64(b, n);
    const int far = 900;
    const bool safe = left.finite && right.finite && left.most + right.most <= 2046 + far &&
                      left.least + right.least >= 2046 - far;
    if (safe || (left.finite && right.finite && (left.zero || right.zero))) {
        double products[SB_EXACT_BLOCK], errors[SB_EXACT_BLOCK];
        for (int i = 0; i < n; ++i) {
            products[i] = a[i] * b[i];
            errors[i] = __builtin_fma(a[i], b[i], -products[i]);
        }
        const bounds p = bounds_f64(products, n);
        const int slices = slices_for(p.most - p.least + 53);
        if (p.zero || slices) {
            add_terms(kind, sum, products, n, p, false, 53);
            if (!p.zero)
                add_slices(kind, sum, errors, n, false, slices, p.most - 1075);
            return;
        }
    }
#endif
    for (int i = 0; i < n; ++i) sb_exact_add_product(kind, sum, a[i], b[i]);
}
