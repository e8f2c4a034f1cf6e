/* wide.h - how a function of binary64 tells what it knows about a value.
 *
 * As sweep.h, with numbers wider than binary64: every source here is compiled twice, with
 * SWEEP_WIDE = 64 for long double (x87: 64 bits) and with SWEEP_WIDE = 113 for binary128. A
 * function gets operands that are exact in binary64 and returns a ball: the exact value lies
 * between v - r and v + r. Both ends are rounded to binary64; if the bits agree they are the
 * answer, else the wider type is asked, and at last a rigorous library. A radius that is too large
 * costs time, never a bit.
 *
 * U is the unit roundoff. glibc documents at most 10 ulp, which is 20 U, for each function used
 * here in both types (manual, "Errors in Math Functions"); FEW = 64 covers that and every
 * composition whose argument says "a few U". Binary128 has bits to spare: its radii are 128 times
 * as wide. Exponents reach from -16382 to 16383, so that nothing overflows where binary64 does not.
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

/* x and y as they come; a function of one operand gets 0 for y. a: the real attribute, or 0. */
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

/* The value itself, or a number in the same open interval between neighbours of the wide type. */
static inline ball exact(wide v) { return (ball){v, 0}; }

/* v with a relative error of k U. */
static inline ball near(wide v, wide k) { return (ball){v, SLACK * k * U * size(v)}; }

static inline ball relative(wide v) { return near(v, FEW); }

/* What a function of the C library returns, of exact operands: 20 U; the ends are rounded too. */
static inline ball direct(wide v) { return near(v, 24); }

/* A product of two operands: 106 bits, exact in binary128. */
static inline ball product(wide v) { return SWEEP_WIDE > 106 ? exact(v) : relative(v); }

/* p + q, each with a relative error of k U: near a zero of the sum the error is absolute. */
static inline ball sum(wide p, wide q, wide k)
{
    return (ball){p + q, SLACK * k * U * (size(p) + size(q))};
}

/* Any number of this sign below half of the smallest subnormal, 2^-1075, and not zero. */
static inline ball vanishing(wide sign) { return exact(F(copysign)(C(0x1p-2000), sign)); }

/* Any number of this sign beyond the largest finite number. */
static inline ball overflowing(wide sign) { return exact(F(copysign)(C(0x1p2000), sign)); }

/* v plus (towards) something non-zero below its ulp; no midpoint of binary64 lies between. */
static inline ball beside(wide v, wide towards) { return exact(F(nextafter)(v, towards)); }

/* e^x is below 2^-2160 for x < -FAR, and 1 beyond every digit less than it for tanh and its kin. */
static const wide FAR = 1500;

/* Below it a next term of the series is under the ulp of both types, if it is x times smaller. */
static const wide TINY = C(0x1p-120);

/* 1 / (1 + e^-x). */
static inline wide logistic(wide x)
{
    const wide e = F(exp)(-size(x));
    return (x < 0 ? e : 1) / (1 + e);
}

#endif
