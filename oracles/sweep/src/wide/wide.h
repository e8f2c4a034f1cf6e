/* wide.h - the balls that functions of binary64 return, and helper functions that make them.
 *
 * It is like sweep.h, with numbers wider than binary64. Every source here is compiled twice: with
 * SWEEP_WIDE = 64 for long double (x87: 64 bits) and with SWEEP_WIDE = 113 for binary128. A
 * function gets operands that are exact in binary64 and returns a ball: the exact value is between
 * v - r and v + r. Both ends are rounded to binary64. If the bits agree, they are the result.
 * Otherwise the wider type is used, and finally a rigorous library. A radius that is too large
 * costs time, but never makes a bit wrong.
 *
 * U is the unit roundoff. For each function used here, glibc documents at most 10 ulp, which is 20
 * U, in both types (manual, "Errors in Math Functions"). FEW = 64 covers this and every composition
 * whose error is a few U. Binary128 has more bits than needed, so its radii are SLACK = 128 times
 * as wide. Exponents are from -16382 to 16383, so no value overflows that does not overflow in
 * binary64.
 */
#ifndef SWEEP_WIDE_H
#define SWEEP_WIDE_H

#include <math.h>
#include <stdint.h>

#if SWEEP_WIDE == 64
typedef long double wide;
#define F(name) name##l
#define F_R(name) name##l_r
#define C(number) number##L
#define LOOP(op) wide64_##op
static const wide U = 0x1p-64L, SLACK = 1;
#else
typedef _Float128 wide;
#define F(name) name##f128
#define F_R(name) name##f128_r
#define C(number) number##F128
#define LOOP(op) wide113_##op
static const wide U = 0x1p-113F128, SLACK = 128;
#endif

static const wide FEW = 64;

typedef struct {
    wide v, r;
} ball;

/* The exported function of an op, which writes one ball. x and y are the operands in order; a
 * function of one operand gets 0 for y. a is the real attribute, or 0. */
typedef void wide_function(double x, double y, double a, wide *v, wide *r);

#define WIDE(op)                                                                                   \
    static inline ball op##_ball(wide x, wide y, wide a);                                          \
    __attribute__((visibility("default"))) wide_function LOOP(op);                                 \
    void LOOP(op)(double x, double y, double a, wide *v, wide *r)                                  \
    {                                                                                              \
        const ball b = op##_ball(x, y, a);                                                         \
        *v = b.v;                                                                                  \
        *r = b.r;                                                                                  \
    }                                                                                              \
    static inline ball op##_ball(wide x, __attribute__((unused)) wide y,                           \
                                 __attribute__((unused)) wide a)

static inline wide size(wide v) { return F(fabs)(v); }

/* Return a ball of radius 0. v is the exact value, or v and the exact value are in the same open
 * interval between neighbours of the wide type. */
static inline ball exact(wide v) { return (ball){v, 0}; }

/* Return a ball around v with a relative error of k U. */
static inline ball near(wide v, wide k) { return (ball){v, SLACK * k * U * size(v)}; }

static inline ball relative(wide v) { return near(v, FEW); }

/* Return a ball for the result of a function of the C library for exact operands, which is within
 * 20 U. 4 U more cover the rounding of the ends. */
static inline ball direct(wide v) { return near(v, 24); }

/* Return a ball for a product of two operands. It has at most 106 bits, so it is exact in
 * binary128. */
static inline ball product(wide v) { return SWEEP_WIDE > 106 ? exact(v) : relative(v); }

/* Return p + q, if both have a relative error of k U. Near a zero of the sum, the error is relative
 * to the terms. */
static inline ball sum(wide p, wide q, wide k)
{
    return (ball){p + q, SLACK * k * U * (size(p) + size(q))};
}

/* Return a number of this sign that represents any non-zero result below half of the smallest
 * subnormal, 2^-1075. */
static inline ball vanishing(wide sign) { return exact(F(copysign)(C(0x1p-2000), sign)); }

/* Return a number of this sign that represents any result beyond the largest finite number. */
static inline ball overflowing(wide sign) { return exact(F(copysign)(C(0x1p2000), sign)); }

/* Return v plus a non-zero term below its ulp, with the direction `towards`. No midpoint of
 * binary64 is between v and the result. */
static inline ball beside(wide v, wide towards) { return exact(F(nextafter)(v, towards)); }

/* For x < -FAR, e^x is below 2^-2160. So tanh and similar functions round like their limit beyond
 * FAR. */
static const wide FAR = 1500;

/* For |x| below TINY, a next term of the series that is smaller by a factor of x is below the ulp
 * of both types. */
static const wide TINY = C(0x1p-120);

/* Return 1 / (1 + e^-x). */
static inline wide logistic(wide x)
{
    const wide e = F(exp)(-size(x));
    return (x < 0 ? e : 1) / (1 + e);
}

#endif
