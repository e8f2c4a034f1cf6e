/* doubles_activations.h - first values of activations and their derivatives on vectors of binary64.
 *
 * The formulas are those of the scalar text (scalar/gated.h, mish.h, bell.h, softplus.h, softsign.h,
 * tanhshrink.h, units.h); here e^x comes from a table of 16 in registers, and no division is left.
 *   e^x = 2^k T[j] (1 + p), x = (k + j/16) log 2 + r, p = r P(r), |r| <= log(2)/32: relative error
 *   2^-52.3, and |x| 2^-54.7 from log 2 in one part; e^x - 1 = T (1 + p) - 1: relative error 2^-48.
 * Quotients: 2^-51.5. Operands are bounded where results are below every format, or x, or 1. Where a
 * NaN comes, and at infinities of some functions, the result is NaN.
 */
#ifndef SB_SIMD_DOUBLES_ACTIVATIONS_H
#define SB_SIMD_DOUBLES_ACTIVATIONS_H

#include "function.h"
#include "simd/doubles_functions.h"

#if SB_HAS_DECIDE_LANES

#include "scalar/coefficients/gated.h"
#include "scalar/coefficients/units.h"
#include "scalar/coefficients/zeros.h"

/* What a loop keeps in registers. */
typedef struct doubles_held {
    doubles_table power; /* T, less what the low bits of k add to its exponent */
    doubles_log1p_tables log1p;
    doubles parameter, inverse, inverse_low; /* of the op; 1 / parameter as a pair */
} doubles_held;

LANES_FN doubles_held doubles_hold(const double *parameters)
{
    const __m512i j = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), eight = _mm512_set1_epi64(INT64_C(8) << 48);
    const double alpha = parameters[0];
    doubles_held t;
    __m512i low = _mm512_slli_epi64(j, 48);
    t.power = doubles_table_load(doubles_power);
    t.power.low = doubles_of_bits(_mm512_sub_epi64(doubles_bits(t.power.low), low));
    t.power.high = doubles_of_bits(_mm512_sub_epi64(doubles_bits(t.power.high), _mm512_add_epi64(low, eight)));
    t.log1p = doubles_log1p_load();
    t.parameter = doubles_set(alpha);
    t.inverse = doubles_set(1.0 / alpha);
    t.inverse_low = doubles_set(__builtin_fma(-alpha, 1.0 / alpha, 1.0) / alpha);
    return t;
}

LANES_FN doubles doubles_at_most(doubles x, double bound) { return _mm512_min_pd(doubles_set(bound), x); }
LANES_FN doubles doubles_at_least(doubles x, double bound) { return _mm512_max_pd(doubles_set(bound), x); }
LANES_FN doubles doubles_bounded(doubles x, double bound)
{
    return doubles_at_least(doubles_at_most(x, bound), -bound);
}
/* y, which has none, with the sign of x. */
LANES_FN doubles doubles_with_sign(doubles y, doubles x)
{
    __m512i sign = _mm512_set1_epi64(INT64_MIN);
    return doubles_of_bits(_mm512_ternarylogic_epi64(sign, doubles_bits(x), doubles_bits(y), 0xea)); /* (a & b) | c */
}
LANES_FN doubles doubles_minus_size(doubles x) { return _mm512_or_pd(x, doubles_set(-0.0)); }

/* r, and 2^k T[j] in *scale, for |x| <= 700. */
LANES_FN doubles doubles_exp_reduced(doubles x, doubles_table power, doubles *scale)
{
    const doubles magic = doubles_set(0x1.8p48); /* leaves sixteenths */
    doubles shifted = doubles_fma(x, doubles_set(0x1.71547652b82fep0), magic);
    __m512i place = doubles_bits(shifted), entry = doubles_bits(doubles_lookup(power, place));
    *scale = doubles_of_bits(_mm512_add_epi64(entry, _mm512_slli_epi64(place, 48)));
    return doubles_fnma(doubles_sub(shifted, magic), doubles_set(0x1.62e42fefa39efp-1), x);
}

/* e^x, relative error 2^-46.8, and with one power more 2^-47.9. */
LANES_FN doubles doubles_exp_short(doubles x, doubles_table power)
{
    doubles scale, r = doubles_exp_reduced(x, power, &scale);
    return doubles_mul(scale, DOUBLES_HORNER(doubles_exp_five, r));
}

LANES_FN doubles doubles_exp_long(doubles x, doubles_table power)
{
    doubles scale, r = doubles_exp_reduced(x, power, &scale);
    return doubles_mul(scale, DOUBLES_HORNER(doubles_exp_six, r));
}

LANES_FN doubles doubles_expm1(doubles x, doubles_table power)
{
    doubles scale, r = doubles_exp_reduced(x, power, &scale);
    doubles p = doubles_mul(r, DOUBLES_HORNER(doubles_expm1_slope, r));
    return doubles_fma(scale, p, doubles_sub(scale, doubles_set(1.0)));
}

/* y, and where its numerator has lost more than 4 bits the polynomial of about_zero.h about z. */
LANES_FN doubles doubles_about_zero(doubles x, const double *z, const double *c, doubles numerator, doubles y)
{
    __mmask8 near = _mm512_cmp_pd_mask(_mm512_abs_pd(numerator), doubles_set(0x1p-4), _CMP_LT_OQ);
    if (__builtin_expect(near != 0, 0)) {
        doubles d = doubles_sub(doubles_sub(x, doubles_set(z[0])), doubles_set(z[1]));
        y = _mm512_mask_mul_pd(y, near, d, doubles_polynomial(c, 9, d));
    }
    return y;
}

/* x sigmoid(u) */
LANES_FN doubles doubles_gated(doubles x, doubles minus_u, const doubles_held *t)
{
    return doubles_quotient(x, doubles_add(doubles_set(1.0), doubles_exp_short(minus_u, t->power)));
}

/* Its derivative from u and v = x u', with z and c for about_zero. */
LANES_FN doubles doubles_gated_derivative(doubles x, doubles minus_u, doubles v, const double *z,
                                          const double *c, const doubles_held *t)
{
    doubles e = doubles_exp_long(minus_u, t->power), d = doubles_add(doubles_set(1.0), e);
    doubles n = doubles_fma(v, e, d);
    return doubles_about_zero(x, z, c, n, doubles_quotient(n, doubles_mul(d, d)));
}

LANES_FN doubles doubles_silu_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 120.0), u = doubles_sub(doubles_set(0.0), z);
    return doubles_gated_derivative(x, u, z, silu_zero, silu_about_zero, t);
}

LANES_FN doubles doubles_quick_gelu(doubles x, const doubles_held *t)
{
    doubles u = doubles_mul(doubles_bounded(x, 70.0), doubles_set(-1.702));
    return doubles_gated(doubles_at_least(x, -70.0), u, t);
}

LANES_FN doubles doubles_quick_gelu_derivative(doubles x, const doubles_held *t)
{
    doubles u = doubles_mul(doubles_bounded(x, 70.0), doubles_set(-1.702));
    doubles v = doubles_sub(doubles_set(0.0), u);
    return doubles_gated_derivative(x, u, v, quick_gelu_zero, quick_gelu_about_zero, t);
}

LANES_FN doubles doubles_gelu_tanh(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 15.0), w = doubles_mul(z, z);
    doubles s = doubles_mul(z, doubles_set(-gelu_tanh_slope[0]));
    doubles u = doubles_mul(s, doubles_fma(w, doubles_set(gelu_tanh_cubic[0]), doubles_set(1.0)));
    return doubles_gated(doubles_at_least(x, -15.0), u, t);
}

LANES_FN doubles doubles_gelu_tanh_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 15.0), s = doubles_mul(z, doubles_set(-gelu_tanh_slope[0]));
    doubles w = doubles_mul(doubles_mul(z, z), doubles_set(gelu_tanh_cubic[0]));
    doubles u = doubles_fma(s, w, s), v = doubles_fma(doubles_mul(s, w), doubles_set(-3.0), doubles_sub(doubles_set(0.0), s));
    return doubles_gated_derivative(x, u, v, gelu_tanh_zero, gelu_tanh_about_zero, t);
}

/* x m / (m + 2), m = e (e + 2), e = e^x */
LANES_FN doubles doubles_mish(doubles x, const doubles_held *t)
{
    doubles z = doubles_at_least(x, -110.0), e = doubles_exp_short(doubles_at_most(z, 110.0), t->power);
    doubles two = doubles_set(2.0), a = doubles_add(e, two);
    return doubles_quotient(doubles_mul(z, doubles_mul(e, a)), doubles_fma(e, a, two));
}

/* e ((e + 2) (m + 2) + 4 x (1 + e)) / (m + 2)^2 */
LANES_FN doubles doubles_mish_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_bounded(x, 110.0), e = doubles_exp_long(z, t->power);
    doubles two = doubles_set(2.0), a = doubles_add(e, two), d = doubles_fma(e, a, two);
    doubles four = doubles_mul(z, doubles_set(4.0)), n = doubles_fma(a, d, doubles_fma(four, e, four));
    doubles y = doubles_quotient(doubles_mul(e, n), doubles_mul(d, d));
    return doubles_about_zero(x, mish_zero, mish_about_zero, n, y);
}

/* 1 / (1 + e^x) */
LANES_FN doubles doubles_sigmoid_of_minus(doubles x, const doubles_held *t)
{
    doubles e = doubles_exp_short(doubles_bounded(x, 110.0), t->power);
    return doubles_reciprocal(doubles_add(doubles_set(1.0), e));
}

LANES_FN doubles doubles_sigmoid_derivative(doubles x, const doubles_held *t)
{
    doubles e = doubles_exp_short(doubles_at_least(doubles_minus_size(x), -110.0), t->power);
    doubles d = doubles_add(doubles_set(1.0), e);
    return doubles_quotient(e, doubles_mul(d, d));
}

/* 4 E / (1 + E)^2 */
LANES_FN doubles doubles_tanh_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_at_least(doubles_minus_size(x), -55.0);
    doubles e = doubles_exp_short(doubles_add(z, z), t->power);
    doubles half = doubles_fma(e, doubles_set(0.5), doubles_set(0.5));
    return doubles_quotient(e, doubles_mul(half, half));
}

LANES_FN doubles doubles_tanhshrink_derivative(doubles x, const doubles_held *t)
{
    doubles z = doubles_at_least(doubles_minus_size(x), -40.0);
    doubles m = doubles_expm1(doubles_add(z, z), t->power), d = doubles_add(m, doubles_set(2.0));
    doubles y = doubles_quotient(m, d);
    return doubles_mul(y, y);
}

/* A polynomial for |x| < 1/4, elsewhere (t - 1 + E (t + 1)) / (1 + E), which loses 7 bits. */
LANES_FN doubles doubles_tanhshrink(doubles x, const doubles_held *t)
{
    const doubles one = doubles_set(1.0);
    doubles size = _mm512_abs_pd(x), w = doubles_mul(x, x);
    doubles near = doubles_mul(doubles_mul(w, x), DOUBLES_HORNER(doubles_tanhshrink_rest, w));
    doubles e = doubles_exp_long(doubles_at_least(doubles_mul(size, doubles_set(-2.0)), -80.0), t->power);
    doubles n = doubles_fma(e, doubles_add(size, one), doubles_sub(size, one));
    doubles y = doubles_quotient(n, doubles_add(one, e));
    __mmask8 small = _mm512_cmp_pd_mask(size, doubles_set(0.25), _CMP_LT_OQ);
    return _mm512_mask_mov_pd(doubles_with_sign(y, x), small, near);
}

/* max(x, 0) + log(1 + E) */
LANES_FN doubles doubles_softplus(doubles x, const doubles_held *t)
{
    doubles e = doubles_exp_short(doubles_at_least(doubles_minus_size(x), -110.0), t->power);
    return doubles_add(_mm512_max_pd(x, doubles_set(0.0)), doubles_log1p(e, &t->log1p));
}

LANES_FN doubles doubles_logsigmoid(doubles x, const doubles_held *t)
{
    doubles e = doubles_exp_short(doubles_at_least(doubles_minus_size(x), -110.0), t->power);
    return doubles_sub(_mm512_min_pd(x, doubles_set(0.0)), doubles_log1p(e, &t->log1p));
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

/* line for x > 0, y elsewhere, for NaN too. */
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
    doubles y = doubles_mul(t->parameter, doubles_expm1(doubles_unit_argument(x), t->power));
    y = doubles_join(x, y, x);
    __mmask8 zero = _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_EQ_OQ);
    return _mm512_mask_mul_pd(y, zero, t->parameter, x);
}

LANES_FN doubles doubles_elu_derivative(doubles x, const doubles_held *t)
{
    doubles y = doubles_mul(t->parameter, doubles_exp_short(doubles_unit_argument(x), t->power));
    return doubles_join(x, y, doubles_set(1.0));
}

LANES_FN doubles doubles_selu(doubles x, const doubles_held *t)
{
    doubles y = doubles_expm1(doubles_unit_argument(x), t->power);
    y = doubles_mul(y, doubles_set(selu_scale_a[0]));
    y = doubles_join(x, y, doubles_mul(x, doubles_set(selu_scale[0])));
    return _mm512_mask_mov_pd(y, _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_EQ_OQ), x);
}

LANES_FN doubles doubles_selu_derivative(doubles x, const doubles_held *t)
{
    doubles y = doubles_exp_short(doubles_unit_argument(x), t->power);
    return doubles_join(x, doubles_mul(y, doubles_set(selu_scale_a[0])), doubles_set(selu_scale[0]));
}

/* x / parameter; NaN for an infinity and where the parameter is 0. */
LANES_FN doubles doubles_celu_argument(doubles x, const doubles_held *t)
{
    doubles y = doubles_fma(x, t->inverse, doubles_mul(x, t->inverse_low));
    return doubles_bounded(y, 300.0);
}

LANES_FN doubles doubles_celu(doubles x, const doubles_held *t)
{
    doubles y = doubles_expm1(doubles_celu_argument(x, t), t->power);
    y = doubles_mul(y, t->parameter);
    return _mm512_mask_mov_pd(y, _mm512_cmp_pd_mask(x, doubles_set(0.0), _CMP_GE_OQ), x);
}

LANES_FN doubles doubles_celu_derivative(doubles x, const doubles_held *t)
{
    return doubles_join(x, doubles_exp_short(doubles_celu_argument(x, t), t->power), doubles_set(1.0));
}

#define SB_DOUBLES_LOOP(name)                                                                      \
    static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters) \
    {                                                                                              \
        const doubles_held held = doubles_hold(parameters);                                        \
        for (int64_t i = 0; i < count; i += 8)                                                     \
            doubles_store(v + i, name(doubles_load_f32(x + i), &held));                            \
    }

/* The kernels of function.h with first values from name(x, held), and from quick(x) elsewhere. */
#define SB_DOUBLES_FUNCTION_1(op, name, quick, odd)                                                \
    SB_DOUBLES_LOOP(name)                                                                          \
    SB_VECTOR_FUNCTION_1(op, quick, odd)
#define SB_PARAMETRIC_DOUBLES_FUNCTION_1(op, prepare, name, quick, odd)                            \
    SB_DOUBLES_LOOP(name)                                                                          \
    SB_PARAMETRIC_VECTOR_FUNCTION_1(op, prepare, quick, odd)

#else
#define SB_DOUBLES_FUNCTION_1(op, name, quick, odd) SB_QUICK_FUNCTION_1(op, quick, odd)
#define SB_PARAMETRIC_DOUBLES_FUNCTION_1(op, prepare, name, quick, odd)                            \
    SB_PARAMETRIC_QUICK_FUNCTION_1(op, prepare, quick, odd)
#endif
#endif
