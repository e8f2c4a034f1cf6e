/* logistic.h - 1 / (1 + e^-x) on vectors of binary64, and the functions that have it as a factor:
 * the first stage.
 *
 * Method: E = e^-z by exp.h, in two numbers, and 1 + E likewise; then the reciprocal and its
 * remainder, which is exact. x times the reciprocal, and E / (1 + E)^2, are products in two
 * numbers. From 60 on z is replaced by 60: 1 - 2^-86 rounds like 1 - E, and x times it like x - x
 * E.
 *
 * Error, relative: at most the error of E, for the slopes of 1 / (1 + E) and E / (1 + E)^2 are no
 * steeper than 1 in relative terms. All products and the remainder add less than 2^-100.
 *
 * From -650 up all remainders are exact; below -670 they may be subnormal. 4 e^-748 and 753 e^-753
 * are below half of the smallest number.
 */
#ifndef SB_SIMD_FIRST_LOGISTIC_H
#define SB_SIMD_FIRST_LOGISTIC_H

#include "scalar/coefficients/gated.h"
#include "simd/first/exp.h"

#if SB_HAS_DOUBLES

/* e^-(z + tail) = 2^k (hi + lo) for |z| < 708, with k in `scale`, and 1 / (1 + e^-(z + tail)) = s +
 * s_low. */
typedef struct first_logistic_parts {
    doubles hi, lo, s, s_low;
    first_exp_scale scale;
} first_logistic_parts;

LANES_FN first_logistic_parts first_logistic_of(doubles z, doubles tail, const first_exp_tables *t)
{
    const doubles zero = doubles_set(0.0), one = doubles_set(1.0);
    first_logistic_parts parts;
    doubles rest, head = first_exp_pair(doubles_sub(zero, z), doubles_sub(zero, tail), t,
                                        &parts.scale, &rest);
    parts.hi = doubles_add(head, rest);
    parts.lo = doubles_sub(rest, doubles_sub(parts.hi, head));
    const doubles power = first_exp_scaled(one, parts.scale);
    const doubles e = doubles_mul(parts.hi, power), e_low = doubles_mul(parts.lo, power);
    const doubles d = doubles_add(e, one);
    const doubles more = doubles_max(e, one), less = doubles_min(e, one);
    const doubles d_low = doubles_add(doubles_sub(less, doubles_sub(d, more)), e_low);
    parts.s = doubles_div(one, d);
    const doubles left = doubles_fnma(parts.s, d_low, doubles_fnma(parts.s, d, one));
    parts.s_low = doubles_mul(left, parts.s);
    return parts;
}

/* Set the lanes whose results are below half of the smallest number to `result`. */
LANES_FN first_value first_far(doubles z, double begin, double result, first_value f)
{
    const doubles_mask far = doubles_below(z, doubles_set(begin));
    f.v = doubles_select(far, doubles_set(result), f.v);
    f.sure = doubles_either(f.sure, far);
    return f;
}

/* Set the lanes near 0, in which x times the function is slightly more than x/2, so that ties round
 * up. If both candidates are zeros, the second is used, which has the sign of x. */
LANES_FN first_value first_gated_small(doubles x, first_value f)
{
    const doubles_mask small = doubles_below(doubles_abs(x), doubles_set(0x1p-60));
    const doubles half = doubles_mul(x, doubles_set(0.5));
    f.v = doubles_select(small, doubles_max(doubles_sub(x, half), half), f.v);
    f.sure = doubles_either(f.sure, small);
    return f;
}

/* Compute x > least times the logistic function of z. The rounding error of a product with a
 * magnitude below 2^-900 may be subnormal. reach has the sign of x, because both of its ends are
 * compared. */
LANES_FN first_value first_gated(doubles x, double least, doubles z, doubles tail,
                                 const first_exp_tables *t)
{
    const first_logistic_parts parts = first_logistic_of(z, tail, t);
    const doubles hi = doubles_mul(x, parts.s);
    const doubles lo = doubles_fma(x, parts.s_low, doubles_fms(x, parts.s, hi));
    const doubles reach = doubles_mul(hi, doubles_set(FIRST_EXP_ERROR));
    const doubles_mask large = doubles_below(doubles_set(0x1p-900), doubles_abs(x));
    const doubles_mask within = doubles_both(large, doubles_below(doubles_set(least), x));
    const first_value f = first_decided(hi, lo, reach, within);
    if (__builtin_expect(every_lane(within), 1))
        return f;
    return first_far(z, -753.0, -0.0, first_gated_small(x, f));
}

#define first_sigmoid_tables first_exp_tables
#define first_sigmoid_load first_exp_load

LANES_FN first_value first_sigmoid(doubles x, const first_sigmoid_tables *t)
{
    const doubles z = doubles_min(x, doubles_set(60.0));
    const first_logistic_parts parts = first_logistic_of(z, doubles_set(0.0), t);
    const doubles reach = doubles_mul(parts.s, doubles_set(FIRST_EXP_ERROR));
    const doubles_mask within = doubles_below(doubles_set(-650.0), x);
    const first_value f = first_decided(parts.s, parts.s_low, reach, within);
    return __builtin_expect(every_lane(within), 1) ? f : first_far(x, -748.0, 0.0, f);
}

#define first_sigmoid_of_opposite_tables first_exp_tables
#define first_sigmoid_of_opposite_load first_exp_load

LANES_FN first_value first_sigmoid_of_opposite(doubles x, const first_sigmoid_of_opposite_tables *t)
{
    return first_sigmoid(doubles_sub(doubles_set(0.0), x), t);
}

#define first_silu_tables first_exp_tables
#define first_silu_load first_exp_load

LANES_FN first_value first_silu(doubles x, const first_silu_tables *t)
{
    const doubles z = doubles_min(x, doubles_set(60.0));
    return first_gated(x, -650.0, z, doubles_set(0.0), t);
}

#define first_quick_gelu_tables first_exp_tables
#define first_quick_gelu_load first_exp_load

LANES_FN first_value first_quick_gelu(doubles x, const first_quick_gelu_tables *t)
{
    const doubles size = doubles_min(x, doubles_set(60.0));
    const doubles slope = doubles_set(quick_gelu_slope[0]), z = doubles_mul(size, slope);
    const doubles tail =
        doubles_fma(size, doubles_set(quick_gelu_slope[1]), doubles_fms(size, slope, z));
    return first_gated(x, -380.0, z, tail, t);
}

/* Compute factor E / (1 + E)^2, E = e^-z and z >= 0. */
LANES_FN first_value first_bell(doubles z, double factor, const first_exp_tables *t)
{
    const first_logistic_parts parts = first_logistic_of(z, doubles_set(0.0), t);
    const doubles s = parts.s, square = doubles_mul(s, s);
    const doubles square_low =
        doubles_fma(doubles_add(s, s), parts.s_low, doubles_fms(s, s, square));
    const doubles e = doubles_mul(parts.hi, doubles_set(factor));
    const doubles e_low = doubles_mul(parts.lo, doubles_set(factor)), hi = doubles_mul(e, square);
    const doubles small = doubles_fma(e, square_low, doubles_fms(e, square, hi));
    const doubles lo = doubles_fma(e_low, square, small);
    const doubles_mask within = doubles_below(z, doubles_set(650.0));
    first_value f = first_decided(hi, lo, doubles_mul(hi, doubles_set(FIRST_EXP_ERROR)), within);
    f.v = first_exp_scaled(f.v, parts.scale);
    return __builtin_expect(every_lane(within), 1)
               ? f
               : first_far(doubles_sub(doubles_set(0.0), z), -748.0, 0.0, f);
}

#define first_sigmoid_derivative_tables first_exp_tables
#define first_sigmoid_derivative_load first_exp_load

LANES_FN first_value first_sigmoid_derivative(doubles x, const first_sigmoid_derivative_tables *t)
{
    return first_bell(doubles_abs(x), 1.0, t);
}

#define first_tanh_derivative_tables first_exp_tables
#define first_tanh_derivative_load first_exp_load

LANES_FN first_value first_tanh_derivative(doubles x, const first_tanh_derivative_tables *t)
{
    const doubles size = doubles_abs(x);
    return first_bell(doubles_add(size, size), 4.0, t);
}
#endif
#endif
