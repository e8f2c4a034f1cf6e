/* doubles.h - vectors of 8 binary64 numbers (AVX-512) for first values of functions, which the
 * tests of decide_lanes.h then judge: the operations that compilers do not find in the scalar text.
 */
#ifndef SB_SIMD_DOUBLES_H
#define SB_SIMD_DOUBLES_H

#include "function/decide_lanes.h"

#if SB_HAS_DECIDE_LANES

typedef __m512d doubles;

LANES_FN doubles doubles_set(double x) { return _mm512_set1_pd(x); }
LANES_FN doubles doubles_load_f32(const float *p) { return _mm512_cvtps_pd(_mm256_loadu_ps(p)); }
LANES_FN void doubles_store(double *p, doubles x) { _mm512_storeu_pd(p, x); }
LANES_FN doubles doubles_add(doubles a, doubles b) { return _mm512_add_pd(a, b); }
LANES_FN doubles doubles_sub(doubles a, doubles b) { return _mm512_sub_pd(a, b); }
LANES_FN doubles doubles_mul(doubles a, doubles b) { return _mm512_mul_pd(a, b); }
LANES_FN doubles doubles_fma(doubles a, doubles b, doubles c) { return _mm512_fmadd_pd(a, b, c); }
LANES_FN doubles doubles_fms(doubles a, doubles b, doubles c) { return _mm512_fmsub_pd(a, b, c); }
LANES_FN doubles doubles_fnma(doubles a, doubles b, doubles c) { return _mm512_fnmadd_pd(a, b, c); }
LANES_FN __m512i doubles_bits(doubles a) { return _mm512_castpd_si512(a); }
LANES_FN doubles doubles_of_bits(__m512i a) { return _mm512_castsi512_pd(a); }

/* The square root of a normal positive number, relative error 2^-52; NaN for 0 and infinity. An
 * estimate g = a r with 1 - a r^2 = e, |e| < 2^-13, and the series of 1 / sqrt(1 - e). */
LANES_FN doubles doubles_sqrt(doubles a)
{
    doubles r = _mm512_rsqrt14_pd(a), g = doubles_mul(a, r);
    doubles e = doubles_fnma(g, r, doubles_set(1.0));
    doubles p = doubles_fma(e, doubles_set(0.3125), doubles_set(0.375));
    p = doubles_fma(e, p, doubles_set(0.5));
    return doubles_fma(doubles_mul(g, e), p, g);
}

/* 1 / sqrt(a) in the same way; NaN for 0, infinity and negative numbers. */
LANES_FN doubles doubles_rsqrt(doubles a)
{
    doubles r = _mm512_rsqrt14_pd(a), e = doubles_fnma(doubles_mul(a, r), r, doubles_set(1.0));
    doubles p = doubles_fma(e, doubles_set(0.3125), doubles_set(0.375));
    p = doubles_fma(e, p, doubles_set(0.5));
    return doubles_fma(doubles_mul(r, e), p, r);
}

/* 1 / a for a normal number below 2^1000, relative error 2^-51. */
LANES_FN doubles doubles_reciprocal(doubles a)
{
    doubles r = _mm512_rcp14_pd(a), e = doubles_fnma(a, r, doubles_set(1.0));
    doubles p = doubles_fma(e, e, e);
    p = doubles_fma(p, doubles_mul(e, e), p); /* e + e^2 + e^3 + e^4 */
    return doubles_fma(r, p, r);
}

/* n / d for a normal number d below 2^1000, relative error 2^-51.5: n r (1 + e + e^2 + e^3) with an
 * estimate r, 1 - d r = e, |e| < 2^-14. A division of 8 lanes takes twice the time of this. */
LANES_FN doubles doubles_quotient(doubles n, doubles d)
{
    doubles r = _mm512_rcp14_pd(d), e = doubles_fnma(d, r, doubles_set(1.0)), q = doubles_mul(n, r);
    q = doubles_fma(q, e, q);
    return doubles_fma(q, doubles_mul(e, e), q);
}

/* A polynomial with the coefficients part[0 .. count - 1], count <= 16, the lowest first, which are
 * lost. Estrin's scheme: what a vector unit waits for is latency. */
LANES_FN doubles doubles_estrin(doubles *part, int count, doubles x)
{
    _Pragma("GCC unroll 4") for (int left = count; left > 1; left = (left + 1) / 2)
    {
        _Pragma("GCC unroll 8") for (int i = 0; i < left / 2; i++) part[i] =
            doubles_fma(part[2 * i + 1], x, part[2 * i]);
        if (left % 2 != 0)
            part[left / 2] = part[left - 1];
        x = doubles_mul(x, x);
    }
    return part[0];
}

LANES_FN doubles doubles_polynomial(const double *c, int count, doubles x)
{
    doubles part[16];
    _Pragma("GCC unroll 16") for (int i = 0; i < count; i++) part[i] = doubles_set(c[i]);
    return doubles_estrin(part, count, x);
}

/* The same by Horner's scheme: fewer operations, where these and not the
 * latency are what counts. */
LANES_FN doubles doubles_horner(const double *c, int count, doubles x)
{
    doubles p = doubles_set(c[count - 1]);
    _Pragma("GCC unroll 32") for (int i = count - 2; i >= 0; i--) p =
        doubles_fma(p, x, doubles_set(c[i]));
    return p;
}

/* The same for an even count of coefficients in vectors, by two schemes in x^2: one product more,
 * and half the latency. */
LANES_FN doubles doubles_halves(const doubles *part, int count, doubles x)
{
    doubles square = doubles_mul(x, x), even = part[count - 2], odd = part[count - 1];
    _Pragma("GCC unroll 16") for (int i = count - 4; i >= 0; i -= 2)
    {
        even = doubles_fma(even, square, part[i]);
        odd = doubles_fma(odd, square, part[i + 1]);
    }
    return doubles_fma(odd, x, even);
}

/* One of 16 entries, by the low 4 bits. */
typedef struct doubles_table {
    doubles low, high;
} doubles_table;

LANES_FN doubles_table doubles_table_load(const double *p)
{
    doubles_table t = {_mm512_loadu_pd(p), _mm512_loadu_pd(p + 8)};
    return t;
}

LANES_FN doubles doubles_lookup(doubles_table t, __m512i index)
{
    return _mm512_permutex2var_pd(t.low, index, t.high);
}

#endif
#endif
