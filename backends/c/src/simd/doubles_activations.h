/* doubles_activations.h - first values of activations and their derivatives on vectors of binary64.
 *
 * The formulas are the same as in the scalar headers (scalar/gated.h, mish.h, bell.h, softplus.h,
 * softsign.h, tanhshrink.h, units.h, gelu_derivative.h). Here e^x uses a table of 16 entries in
 * registers, and divisions are replaced by multiplications with estimates. Two execution ports of
 * the processor limit the speed, so all polynomials use Horner's scheme, which has the fewest
 * operations. Relative errors: e^x see doubles_functions.h; e^x - 1 2^-48; quotients 2^-51.5.
 * Relative errors of the results: 2^-46 or less, except for gelu_tanh and its derivative, 2^-45.1
 * (u as in scalar/gated.h), mish' about its zero, 2^-45.2, and tanhshrink above 1/4, 2^-45.4.
 * test_first_values.py measures them.
 *
 * Operands are bounded where results are below every format, or are x or 1, and |m x| stays below
 * 700. A NaN gives NaN, and so do infinities if the formula gives NaN. `evaluate` decides these
 * operands. Coefficients: coefficients/families/gated.py, gelu_derivative.py, units.py and
 * zeros.py.
 */
#ifndef SB_SIMD_DOUBLES_ACTIVATIONS_H
#define SB_SIMD_DOUBLES_ACTIVATIONS_H

#include "function/one_operand.h"
#include "simd/doubles_functions.h"

#if SB_HAS_DECIDE_LANES

#include "scalar/coefficients/gated.h"
#include "scalar/coefficients/gelu_derivative.h"
#include "scalar/coefficients/units.h"
#include "scalar/coefficients/zeros.h"

/* Values that a loop keeps in registers. */
typedef struct doubles_held {
    doubles_table power;
    doubles_log1p_tables log1p;
    /* The parameter of the op, and 1 / parameter as a double-double. */
    doubles parameter, inverse, inverse_low;
} doubles_held;

LANES_FN doubles_held doubles_hold(const double *parameters)
{
    const double alpha = parameters[0];
    doubles_held t;
    t.power = doubles_exp_load();
    t.log1p = doubles_log1p_load();
    t.parameter = doubles_set(alpha);
    t.inverse = doubles_set(1.0 / alpha);
    t.inverse_low = doubles_set(__builtin_fma(-alpha, 1.0 / alpha, 1.0) / alpha); /* NaN if alpha is
                                                                                   * 0 */
    return t;
}

LANES_FN doubles doubles_at_most(doubles x, double bound)
{
    return _mm512_min_pd(doubles_set(bound), x);
}
LANES_FN doubles doubles_at_least(doubles x, double bound)
{
    return _mm512_max_pd(doubles_set(bound), x);
}
LANES_FN doubles doubles_bounded(doubles x, double bound)
{
    return doubles_at_least(doubles_at_most(x, bound), -bound);
}

/* Return y, whose sign bit is 0, with the sign of x: (sign & x) | y. */
LANES_FN doubles doubles_with_sign(doubles y, doubles x)
{
    const __m512i sign = _mm512_set1_epi64(INT64_MIN);
    return doubles_of_bits(_mm512_ternarylogic_epi64(sign, doubles_bits(x), doubles_bits(y), 0xea));
}

/* Return e^(m x) - 1, where |m| is a power of two. */
LANES_FN doubles doubles_expm1(doubles x, double m, doubles_table power)
{
    enum { COUNT = (int)(sizeof doubles_expm1_slope / sizeof *doubles_expm1_slope) };
    double slope[COUNT]; /* coefficients for e^(m s) */
    _Pragma("GCC unroll 8") for (int i = 0; i < COUNT; i++) slope[i] = m * doubles_expm1_slope[i];
    doubles scale, s = doubles_exp_reduced(x, m, power, &scale);
    doubles p = doubles_mul(s, doubles_horner_of(slope, COUNT, m, s));
    return doubles_fma(scale, p, doubles_sub(scale, doubles_set(1.0)));
}

/* Return x sigmoid(u), u = m z. */
LANES_FN doubles doubles_gated(doubles x, doubles z, double m, const doubles_held *t)
{
    return doubles_quotient(x, doubles_add(doubles_set(1.0), doubles_exp_short(z, -m, t->power)));
}

/* Return the derivative of x sigmoid(u), u = m z, with v = x u'. */
LANES_FN doubles doubles_gated_derivative(doubles z, double m, doubles v, const doubles_held *t)
{
    doubles e = doubles_exp_long(z, -m, t->power), d = doubles_add(doubles_set(1.0), e);
    return doubles_quotient(doubles_fma(v, e, d), doubles_mul(d, d));
}

LANES_FN doubles doubles_silu_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 120.0);
    return doubles_gated_derivative(z, 1.0, z, t);
}

LANES_FN doubles doubles_quick_gelu(doubles x, const doubles_held *t)
{
    doubles z = doubles_at_least(x, -70.0);
    return doubles_gated(z, doubles_at_most(z, 70.0), 1.702, t);
}

LANES_FN doubles doubles_quick_gelu_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 70.0);
    return doubles_gated_derivative(z, 1.702, doubles_mul(z, doubles_set(1.702)), t);
}

/* Return u for k = 1, and x u' for k = 3: x (a + k b x^2). x^2 is exact. */
LANES_FN doubles doubles_gelu_tanh_argument(doubles z, double k)
{
    const double a = gelu_tanh_slope[0], b = a * gelu_tanh_cubic[0];
    return doubles_mul(z, doubles_fma(doubles_mul(z, z), doubles_set(k * b), doubles_set(a)));
}

LANES_FN doubles doubles_gelu_tanh(doubles x, const doubles_held *t)
{
    doubles z = doubles_at_least(x, -15.0),
            u = doubles_gelu_tanh_argument(doubles_at_most(z, 15.0), 1.0);
    return doubles_gated(z, u, 1.0, t);
}

LANES_FN doubles doubles_gelu_tanh_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 15.0), v = doubles_gelu_tanh_argument(z, 3.0);
    return doubles_gated_derivative(doubles_gelu_tanh_argument(z, 1.0), 1.0, v, t);
}

/* x m / (m + 2), m = e (e + 2), e = e^x */
LANES_FN doubles doubles_mish(doubles x, const doubles_held *t)
{
    doubles z = doubles_at_least(x, -110.0),
            e = doubles_exp_short(doubles_at_most(z, 110.0), 1.0, t->power);
    doubles two = doubles_set(2.0), a = doubles_add(e, two);
    return doubles_quotient(doubles_mul(z, doubles_mul(e, a)), doubles_fma(e, a, two));
}

/* e ((e + 2) (m + 2) + 4 x (1 + e)) / (m + 2)^2 */
LANES_FN doubles doubles_mish_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 110.0), e = doubles_exp_long(z, 1.0, t->power);
    doubles two = doubles_set(2.0), a = doubles_add(e, two), d = doubles_fma(e, a, two);
    doubles four = doubles_mul(z, doubles_set(4.0)),
            n = doubles_fma(a, d, doubles_fma(four, e, four));
    return doubles_quotient(doubles_mul(e, n), doubles_mul(d, d));
}

/* 1 / (1 + e^x) */
LANES_FN doubles doubles_sigmoid_of_minus(doubles x, const doubles_held *t)
{
    doubles e = doubles_exp_short(doubles_bounded(x, 110.0), 1.0, t->power);
    return doubles_reciprocal(doubles_add(doubles_set(1.0), e));
}

LANES_FN doubles doubles_sigmoid_derivative(doubles x, const doubles_held *t)
{
    doubles e = doubles_exp_short(doubles_at_most(_mm512_abs_pd(x), 110.0), -1.0, t->power);
    doubles d = doubles_add(doubles_set(1.0), e);
    return doubles_quotient(e, doubles_mul(d, d));
}

/* Return the derivative of gelu, Phi(x) + x phi(x). It is e^(-t^2/2) (t - z) H(t) for x = -t, and 1
 * minus that for x = t. */
LANES_FN doubles doubles_gelu_derivative(doubles x, const doubles_held *t)
{
    enum { COUNT = (int)(sizeof gelu_derivative_folded / sizeof *gelu_derivative_folded) };
    doubles part[COUNT];
    _Pragma("GCC unroll 32") for (int i = 0; i < COUNT; i++) part[i] =
        doubles_set(gelu_derivative_folded[i]);
    doubles size = doubles_at_most(_mm512_abs_pd(x), 15.0), shift = doubles_set(4.5);
    doubles s = doubles_quotient(doubles_sub(size, shift), doubles_add(size, shift));
    doubles h = doubles_halves(part, COUNT, s);
    doubles e = doubles_exp_short(doubles_mul(size, size), -0.5, t->power);
    doubles from = doubles_sub(doubles_sub(size, doubles_set(gelu_derivative_zero[0])),
                               doubles_set(gelu_derivative_zero[1]));
    doubles y = doubles_mul(e, doubles_mul(from, h));
    __mmask8 right = _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_GE_OQ);
    return _mm512_mask_sub_pd(y, right, doubles_set(1.0), y);
}

/* 4 E / (1 + E)^2 */
LANES_FN doubles doubles_tanh_derivative(doubles x, const doubles_held *t)
{
    doubles e = doubles_exp_short(doubles_at_most(_mm512_abs_pd(x), 55.0), -2.0, t->power);
    doubles half = doubles_fma(e, doubles_set(0.5), doubles_set(0.5));
    return doubles_quotient(e, doubles_mul(half, half));
}

LANES_FN doubles doubles_tanhshrink_derivative(doubles x, const doubles_held *t)
{
    doubles m = doubles_expm1(doubles_at_most(_mm512_abs_pd(x), 40.0), -2.0, t->power);
    doubles d = doubles_add(m, doubles_set(2.0));
    doubles y = doubles_quotient(m, d);
    return doubles_mul(y, y);
}

/* Use a polynomial for |x| < 1/4, and otherwise (t - 1 + E (t + 1)) / (1 + E), which loses 7 bits.
 */
LANES_FN doubles doubles_tanhshrink(doubles x, const doubles_held *t)
{
    const doubles one = doubles_set(1.0);
    doubles size = _mm512_abs_pd(x), w = doubles_mul(x, x);
    doubles near = doubles_mul(doubles_mul(w, x), DOUBLES_HORNER(doubles_tanhshrink_rest, w));
    doubles e = doubles_exp_long(doubles_at_most(size, 40.0), -2.0, t->power);
    doubles n = doubles_fma(e, doubles_add(size, one), doubles_sub(size, one));
    doubles y = doubles_quotient(n, doubles_add(one, e));
    __mmask8 small = _mm512_cmp_pd_mask(size, doubles_set(0.25), _CMP_LT_OQ);
    return _mm512_mask_mov_pd(doubles_with_sign(y, x), small, near);
}

/* Return log(1 + E). A NaN may be lost. */
LANES_FN doubles doubles_log_part(doubles x, const doubles_held *t)
{
    doubles size = _mm512_range_pd(x, doubles_set(110.0), 0xa); /* the smaller magnitude */
    return doubles_log1p(doubles_exp_short(size, -1.0, t->power), &t->log1p);
}

/* max(x, 0) + log(1 + E) */
LANES_FN doubles doubles_softplus(doubles x, const doubles_held *t)
{
    return doubles_add(_mm512_max_pd(doubles_set(0.0), x), doubles_log_part(x, t));
}

LANES_FN doubles doubles_logsigmoid(doubles x, const doubles_held *t)
{
    return doubles_sub(_mm512_min_pd(doubles_set(0.0), x), doubles_log_part(x, t));
}

LANES_FN doubles doubles_softsign(doubles x, const doubles_held *t)
{
    (void)t;
    return doubles_quotient(x, doubles_add(doubles_set(1.0), _mm512_abs_pd(x)));
}

LANES_FN doubles doubles_softsign_derivative(doubles x, const doubles_held *t)
{
    doubles d = doubles_add(doubles_set(1.0), _mm512_abs_pd(x));
    (void)t;
    return doubles_reciprocal(doubles_mul(d, d));
}

/* Return `line` for x > 0, and y for other x, including NaN. */
LANES_FN doubles doubles_join(doubles x, doubles y, doubles line)
{
    return _mm512_mask_mov_pd(y, _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_GT_OQ), line);
}

LANES_FN doubles doubles_unit_argument(doubles x)
{
    return doubles_at_most(doubles_at_least(x, -300.0), 0.0);
}

LANES_FN doubles doubles_elu(doubles x, const doubles_held *t)
{
    doubles y = doubles_mul(t->parameter, doubles_expm1(doubles_unit_argument(x), 1.0, t->power));
    y = doubles_join(x, y, x);
    __mmask8 zero = _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_EQ_OQ);
    return _mm512_mask_mul_pd(y, zero, t->parameter, x);
}

LANES_FN doubles doubles_elu_derivative(doubles x, const doubles_held *t)
{
    doubles y =
        doubles_mul(t->parameter, doubles_exp_short(doubles_unit_argument(x), 1.0, t->power));
    return doubles_join(x, y, doubles_set(1.0));
}

LANES_FN doubles doubles_selu(doubles x, const doubles_held *t)
{
    doubles y = doubles_expm1(doubles_unit_argument(x), 1.0, t->power);
    y = doubles_mul(y, doubles_set(selu_scale_a[0]));
    y = doubles_join(x, y, doubles_mul(x, doubles_set(selu_scale[0])));
    return _mm512_mask_mov_pd(y, _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_EQ_OQ), x);
}

LANES_FN doubles doubles_selu_derivative(doubles x, const doubles_held *t)
{
    doubles y = doubles_exp_short(doubles_unit_argument(x), 1.0, t->power);
    return doubles_join(x, doubles_mul(y, doubles_set(selu_scale_a[0])),
                        doubles_set(selu_scale[0]));
}

/* Return x / parameter, or NaN for an infinity and for a parameter of 0. */
LANES_FN doubles doubles_celu_argument(doubles x, const doubles_held *t)
{
    doubles y = doubles_fma(x, t->inverse, doubles_mul(x, t->inverse_low));
    return doubles_bounded(y, 300.0);
}

LANES_FN doubles doubles_celu(doubles x, const doubles_held *t)
{
    doubles y = doubles_expm1(doubles_celu_argument(x, t), 1.0, t->power);
    y = doubles_mul(y, t->parameter);
    return _mm512_mask_mov_pd(y, _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_GE_OQ), x);
}

LANES_FN doubles doubles_celu_derivative(doubles x, const doubles_held *t)
{
    return doubles_join(x, doubles_exp_short(doubles_celu_argument(x, t), 1.0, t->power),
                        doubles_set(1.0));
}

/* Replace the lanes `near` of 16 values by the polynomial of about_zero.h around z. */
LANES_FN void doubles_about_zero(const float *x, double *v, __mmask16 near, const double *z,
                                 const double *c)
{
    for (int i = 0; i < 16; i += 8) {
        doubles d =
            doubles_sub(doubles_sub(doubles_load_f32(x + i), doubles_set(z[0])), doubles_set(z[1]));
        _mm512_mask_storeu_pd(v + i, (__mmask8)(near >> i),
                              doubles_mul(d, doubles_polynomial(c, 9, d)));
    }
}

#endif
#endif
