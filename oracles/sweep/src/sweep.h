/* sweep.h - the balls that functions return, and helper functions that make them.
 *
 * A function gets an operand x that is exact in binary64 and returns a ball: a centre v computed
 * with the C library's binary64 functions, and a radius r such that the exact value is between
 * v - r and v + r, both included. Rounding to a format is monotone: if both ends round to the same
 * bits, these are the result. Otherwise the input is `near` and a rigorous library decides it. So a
 * radius that is too large costs time, but never makes a bit wrong. The comment of every function
 * says why its radius is large enough.
 *
 * The errors of the C library's functions that are used here are a few ulp (glibc manual, "Errors
 * in Math Functions": at most 10 ulp = 2^-49 for any of them on any machine). WIDE = 2^-40 is 8192
 * ulp. It covers these errors, and every composition whose error is a few u (u = 2^-53).
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    double v, r;
} ball;

typedef void evaluate_function(int64_t n, const double *x, const double *a, double *v, double *r);

/* Define the exported loop sweep_OP. The block after the macro is the body of the function of x.
 * a[] has the numeric attributes of the call in alphabetical order, each rounded to binary32. */
#define SWEEP(op)                                                                                  \
    static inline ball op##_ball(double x, const double *a);                                       \
    __attribute__((visibility("default"))) evaluate_function sweep_##op;                           \
    void sweep_##op(int64_t n, const double *x, const double *a, double *v, double *r)             \
    {                                                                                              \
        for (int64_t i = 0; i < n; i++) {                                                          \
            ball b = op##_ball(x[i], a);                                                           \
            v[i] = b.v;                                                                            \
            r[i] = b.r;                                                                            \
        }                                                                                          \
    }                                                                                              \
    static inline ball op##_ball(double x, __attribute__((unused)) const double *a)

static const double WIDE = 0x1p-40;

/* Return a ball of radius 0. v is the exact value, or v and the exact value are in the same open
 * interval between neighbours of binary64. */
static inline ball exact(double v) { return (ball){v, 0}; }

static inline ball relative(double v) { return (ball){v, WIDE * fabs(v)}; }

/* Return a ball that is twice as wide, for tails in which a rounded argument causes a relative
 * error of up to 2^-42. */
static inline ball relative_tail(double v) { return (ball){v, 2 * WIDE * fabs(v)}; }

/* Return p + q, if both have a relative error of at most 2^-42. Near a zero of the sum, the error
 * is relative to the terms. */
static inline ball sum(double p, double q)
{
    double v = p + q;
    return (ball){v, 2 * WIDE * fabs(v) + 0x1p-42 * (fabs(p) + fabs(q))};
}

/* Return a number of this sign that represents any non-zero result below half of the smallest
 * subnormal of every format (2^-149). */
static inline ball vanishing(double sign) { return exact(copysign(0x1p-300, sign)); }

/* Return a number of this sign that represents any result beyond the largest finite number of every
 * format (below 2^128). */
static inline ball overflowing(double sign) { return exact(copysign(0x1p300, sign)); }

/* Return v plus a non-zero term below its ulp, with the direction `towards`. The neighbour of v
 * represents the open interval between v and the neighbour, which has no midpoint of a format with
 * fewer bits. */
static inline ball beside(double v, double towards) { return exact(nextafter(v, towards)); }

/* Return n / d, rounded to odd by the sign of the exact remainder. This suffices for every later
 * rounding to fewer than 52 bits. n and d are exact, and the quotient does not overflow or
 * underflow. */
static inline ball quotient(double n, double d)
{
    double q = n / d, rest = fma(-q, d, n);
    int64_t bits;
    memcpy(&bits, &q, sizeof bits);
    if (rest == 0 || (bits & 1))
        return exact(q);
    return beside(q, (rest > 0) == (d > 0) ? INFINITY : -INFINITY);
}

#endif
