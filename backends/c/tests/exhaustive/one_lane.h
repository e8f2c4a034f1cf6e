/* one_lane.h - lanes/lanes.h for a vector of a single binary32 lane, used by enclosed_errors.c.
 *
 * Every operation is rounded once, as IEEE 754 requires and as in all other lanes. A lane also
 * stores the operands of its last operation a * b + c, from which lanes_exact computes the
 * unrounded result. The compiler's command line defines LANES_ENTRY_BITS, which sets the size of
 * tables: 5, as with AVX-512 and CUDA, or 3, as with AVX2.
 */
#ifndef SB_ONE_LANE_H
#define SB_ONE_LANE_H

#ifdef __AVX512F__
#include <immintrin.h>
#endif
#include <stdint.h>
#include <string.h>

#define SB_HAS_LANES 1
#define LANES_FN static inline __attribute__((always_inline))
#define LANES_UNROLL
#define LANES_COUNT 1

typedef struct lanes {
    float value, a, b, c;
} lanes;
typedef uint32_t lanes_int;
typedef int lanes_mask;
typedef const float *lanes_table;
typedef const float (*lanes_columns)[32];

LANES_FN lanes lanes_set(float x)
{
    lanes r = {x, x, 1.0f, 0.0f};
    return r;
}

LANES_FN lanes lanes_fma(lanes a, lanes b, lanes c)
{
    lanes r = {__builtin_fmaf(a.value, b.value, c.value), a.value, b.value, c.value};
    return r;
}

LANES_FN lanes lanes_add(lanes a, lanes b)
{
    lanes r = {a.value + b.value, a.value, 1.0f, b.value};
    return r;
}

LANES_FN lanes lanes_mul(lanes a, lanes b)
{
    lanes r = {a.value * b.value, a.value, b.value, 0.0f};
    return r;
}

LANES_FN lanes lanes_negated(lanes a) { return lanes_set(-a.value); }
LANES_FN lanes lanes_sub(lanes a, lanes b) { return lanes_add(a, lanes_negated(b)); }
LANES_FN lanes lanes_fms(lanes a, lanes b, lanes c) { return lanes_fma(a, b, lanes_negated(c)); }
LANES_FN lanes lanes_fnma(lanes a, lanes b, lanes c) { return lanes_fma(lanes_negated(a), b, c); }
LANES_FN lanes lanes_min(lanes a, lanes b) { return a.value < b.value ? a : b; }
LANES_FN lanes lanes_max(lanes a, lanes b) { return a.value > b.value ? a : b; }

/* Return the unrounded result of the last operation. */
LANES_FN long double lanes_exact(lanes x) { return (long double)((double)x.a * x.b) + x.c; }

LANES_FN lanes_int lanes_bits(lanes x)
{
    uint32_t u;
    memcpy(&u, &x.value, sizeof u);
    return u;
}

LANES_FN lanes lanes_of_bits(lanes_int u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return lanes_set(x);
}

LANES_FN lanes lanes_abs(lanes a) { return lanes_of_bits(lanes_bits(a) & 0x7fffffffu); }
LANES_FN lanes_int lanes_int_set(int32_t x) { return (uint32_t)x; }
LANES_FN lanes_int lanes_int_sub(lanes_int a, lanes_int b) { return a - b; }
LANES_FN lanes_int lanes_int_and(lanes_int a, lanes_int b) { return a & b; }
#define lanes_int_shift_left(a, n) ((a) << (n))
#define lanes_int_shift_right(a, n) ((a) >> (n))
LANES_FN lanes lanes_from_int(lanes_int a) { return lanes_set((float)(int32_t)a); }

/* Return 1/x. AVX-512 computes it from an estimate. The program tests several estimates: the two
 * with the largest errors that an accuracy of 14 bits allows, and the estimate of this processor.
 * CUDA takes two Newton steps, and AVX2 divides. */
enum { LANES_LESS, LANES_MORE, LANES_OWN, LANES_CUDA, LANES_ESTIMATES };
static _Thread_local int lanes_estimate;
LANES_FN lanes lanes_reciprocal(lanes a)
{
    const float far = 0x1.fcp-15f;
    lanes q = lanes_set(1.0f / a.value);
    if (LANES_ENTRY_BITS == 3)
        return q;
    switch (lanes_estimate) {
    case LANES_LESS: return lanes_set(q.value * (1.0f - far));
    case LANES_MORE: return lanes_set(q.value * (1.0f + far));
    case LANES_CUDA:
        q = lanes_of_bits(0x7ef311c7u - lanes_bits(a));
        for (int step = 0; step < 2; step++) q = lanes_fma(q, lanes_fnma(a, q, lanes_set(1.0f)), q);
        return q;
    default:
#ifdef __AVX512F__
        q = lanes_set(_mm_cvtss_f32(_mm_rcp14_ss(_mm_set_ss(a.value), _mm_set_ss(a.value))));
#endif
        return q;
    }
}

LANES_FN lanes_table lanes_table_load(const float *p) { return p; }
LANES_FN lanes lanes_lookup(lanes_table t, lanes_int index)
{
    return lanes_set(t[index & ((1u << LANES_ENTRY_BITS) - 1)]);
}
LANES_FN lanes_columns lanes_columns_load(const float (*p)[32]) { return p; }
LANES_FN lanes lanes_columns_lookup(lanes_columns t, int column, lanes_int index)
{
    return lanes_lookup(t[column], index);
}

LANES_FN lanes_mask lanes_every(void) { return 1; }
LANES_FN lanes_mask lanes_at_most(lanes_mask m, lanes a, lanes b)
{
    return m & (a.value <= b.value);
}
LANES_FN lanes_mask lanes_int_at_most(lanes_mask m, lanes_int a, lanes_int b)
{
    return m & (a <= b);
}
LANES_FN lanes lanes_select(lanes_mask m, lanes yes, lanes no) { return m ? yes : no; }
LANES_FN lanes lanes_with_sign(lanes a, lanes s)
{
    return lanes_of_bits((lanes_bits(a) & 0x7fffffffu) | (lanes_bits(s) & 0x80000000u));
}

/* The result must be a normal number. */
LANES_FN lanes lanes_scale(lanes x, lanes k, lanes_int j)
{
    (void)k;
    return lanes_of_bits(lanes_bits(x) + ((j << (23 - LANES_ENTRY_BITS)) & 0xff800000u));
}

#endif
