/* narrow.h - the first of the filters of binary64: a ball in double-double for many operands at
 * once.
 *
 * The exact value lies between c - r and c + r, c = hi + lo. A filter here may give up on any
 * operand: with a radius that is infinite or NaN, or a centre beyond 2^900 or below 2^-900. wide.h
 * is asked then. It decides what it can in vectors: no filter here branches. `engine.c` never asks
 * about zeros, infinities and NaN.
 *
 * Let |lo| <= 2^-40 |hi| and r >= 2^-85 |hi|, which BALL's callers keep by claiming no less.
 * lo + r and lo - r, each rounded once, are off by less than 2^-92 |hi| < r / 64; so r is taken
 * 17/16 times as large, and the exact value lies between hi + up and hi + down for the rounded
 * terms. Rounding is monotone: where both sums round alike, and to a normal number, that is the
 * answer.
 */
#ifndef SWEEP_NARROW_H
#define SWEEP_NARROW_H

#include "narrow/double_double.h"

#define PASTE_(a, b, c, d) a##b##c##d
#define PASTE(a, b, c, d) PASTE_(a, b, c, d)

typedef struct {
    double hi, lo, r;
} ball;

/* x and y as they come, a: the real attribute, or 0. open: 0 where the pattern is the answer.
 * In test, balls are written instead: hi, lo and r, one after the other. */
typedef void narrow_function(int64_t n, const double *x, const double *y, double a, double *value,
                             uint64_t *open);

#define NARROW_(op, second)                                                                        \
    FN ball op##_ball(double x, double y, double a);                                               \
    __attribute__((visibility("default"))) narrow_function PASTE(narrow, NARROW_LEVEL, _, op);     \
    void PASTE(narrow, NARROW_LEVEL, _, op)(                                                       \
        int64_t n, const double *restrict x, __attribute__((unused)) const double *restrict y,     \
        double a, double *restrict value, uint64_t *restrict open)                                 \
    {                                                                                              \
        for (int64_t i = 0; i < n; i++) value[i] = decided(op##_ball(x[i], second, a), &open[i]);  \
    }                                                                                              \
    __attribute__((visibility("default"))) void PASTE(ball, NARROW_LEVEL, _, op)(                  \
        double x, double y, double a, double *of)                                                  \
    {                                                                                              \
        const ball b = op##_ball(x, y, a);                                                         \
        of[0] = b.hi;                                                                              \
        of[1] = b.lo;                                                                              \
        of[2] = b.r;                                                                               \
    }                                                                                              \
    FN ball op##_ball(double x, __attribute__((unused)) double y, __attribute__((unused)) double a)

#define NARROW(op) NARROW_(op, 0)
#define NARROW_TWO(op) NARROW_(op, y[i])

FN double decided(ball b, uint64_t *open)
{
    const double r = 1.0625 * b.r, up = b.hi + (b.lo + r), down = b.hi + (b.lo - r);
    *open = (bits_of(up) ^ bits_of(down)) | (uint64_t)!(size(up) > 0x1p-900) |
            (uint64_t)!(size(up) < 0x1p900);
    return up;
}

/* A centre with a relative error, 2^-85 or more. */
FN ball near(dd c, double error) { return (ball){c.hi, c.lo, error * size(c.hi)}; }

/* p + q, each with a relative error; their sum adds DD, which the factor covers twice. */
FN ball sum(dd p, dd q, double error)
{
    const dd c = plus(p, q);
    return (ball){c.hi, c.lo, error * (size(p.hi) + size(q.hi))};
}

FN ball exact(double v) { return (ball){v, 0, 0}; }

/* One of two. */
FN ball either(int first, ball a, ball b)
{
    return (ball){first ? a.hi : b.hi, first ? a.lo : b.lo, first ? a.r : b.r};
}

/* Where a condition does not hold, nothing is known. */
FN ball where(int holds, ball b)
{
    b.r = holds ? b.r : (double)INFINITY;
    return b;
}

#endif
