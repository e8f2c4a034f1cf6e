/* narrow.h - the first filter of binary64, which computes balls in double-double with vectors.
 *
 * The exact value is between c - r and c + r, where c = hi + lo. A filter here may leave any
 * operand undecided: by a radius that is infinite or NaN, or by a centre above 2^900 or below
 * 2^-900. Then the filters of wide.h are used. The filters here have no branches, so that compilers
 * vectorise them. `engine.c` never calls them for zeros, infinities and NaN.
 *
 * The functions below require |lo| <= 2^-40 |hi| and r >= 2^-85 |hi|. lo + r and lo - r are each
 * rounded once, with an error of less than 2^-92 |hi| < r / 64. Therefore r is multiplied by 17/16.
 * Then the exact value is between the exact sums of hi and the two rounded terms. Rounding is
 * monotone: if both sums round to the same normal number, this number is the result.
 */
#ifndef SWEEP_NARROW_H
#define SWEEP_NARROW_H

#include "narrow/double_double.h"

#define PASTE_(a, b, c, d) a##b##c##d
#define PASTE(a, b, c, d) PASTE_(a, b, c, d)

typedef struct {
    double hi, lo, r;
} ball;

/* A filter. x and y are the operands in their order, a is the real attribute or 0. `open` is 0 for
 * elements whose `value` is the result. The function with the prefix `ball` is for tests: it writes
 * the hi, lo and r of one ball. */
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

/* Return a ball around c with a relative error, which must be at least 2^-85. */
FN ball near(dd c, double error) { return (ball){c.hi, c.lo, error * size(c.hi)}; }

/* Return p + q, if each has the relative error `error`. `error` must also cover the error DD of the
 * sum. */
FN ball sum(dd p, dd q, double error)
{
    const dd c = plus(p, q);
    return (ball){c.hi, c.lo, error * (size(p.hi) + size(q.hi))};
}

FN ball exact(double v) { return (ball){v, 0, 0}; }

/* Return `first ? a : b` without a branch. */
FN ball either(int first, ball a, ball b)
{
    return (ball){first ? a.hi : b.hi, first ? a.lo : b.lo, first ? a.r : b.r};
}

/* Return b if the condition holds, else a ball with an infinite radius. */
FN ball where(int holds, ball b)
{
    b.r = holds ? b.r : (double)INFINITY;
    return b;
}

#endif
