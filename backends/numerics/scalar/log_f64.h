/* log_f64.h - logarithms and functions made of them, for operands of binary64, as double-doubles.
 *
 * `wide` as in exp_f64.h. log x has an error below 2^-65 by table_log.h, whose argument may be any
 * number, and below 2^-98 by wide_log.h. log(1 + x) has relative errors below 2^-64 and 2^-98 by
 * wide_log.h. The relative error of log(1 + t) for t > 0 is no larger than the error of t. For the
 * t below, which are sums, quotients and roots of double-doubles of one sign, that is 2^-98. A
 * constant factor adds 2^-102. So the errors below are more than twice the bounds. softplus and
 * logaddexp: e^d 2^-65 (2^-95), its log1p 2^-63 together (2^-94). A sum of terms of one sign does
 * not lose accuracy. Where terms cancel the result is left undecided unless it is at least a
 * quarter of the second term (2^-16 in the wide evaluation). This makes the bounds 2^-61 and 2^-77:
 * logaddexp has the errors of a difference.
 */
#ifndef SB_SCALAR_LOG_F64_H
#define SB_SCALAR_LOG_F64_H

#include "scalar/exp_f64.h"
#include "scalar/table_log.h"
#include "scalar/wide_log.h"

#define SB_LOG_F64_ERROR 0x1p-61
#define SB_LOG_F64_WIDE_ERROR 0x1p-88

/* Return log x, for x in 2^-900 .. 2^900. */
SB_FN double_double log_of_f64(double x, int wide)
{
    double power, k = wide_log_exponent(x, &power);
    if (!wide)
        return table_log(dd_of(x));
    return wide_log_join(k, log1p_reduced(dd_of(x * power - 1.0), 1));
}

SB_FN double f64_usual(double x, uint64_t *inside)
{
    *inside = ~mask_sign(x) & mask_below(0x1p-900, f64_abs(x)) & mask_below(f64_abs(x), 0x1p900);
    return f64_select(*inside, x, 1.0);
}

SB_FN double_double log_f64(double x, int wide)
{
    uint64_t inside;
    double z = f64_usual(x, &inside);
    return dd_where(inside, log_of_f64(z, wide));
}

SB_FN double_double log10_f64(double x, int wide)
{
    const double_double scale = {SB_LOG10_INVERSE, SB_LOG10_INVERSE_TAIL};
    uint64_t inside;
    double z = f64_usual(x, &inside);
    return dd_where(inside, dd_product(log_of_f64(z, wide), scale));
}

SB_FN double_double log2_f64(double x, int wide)
{
    const double_double scale = {SB_LOG2_INVERSE, SB_LOG2_INVERSE_TAIL};
    uint64_t inside;
    double z = f64_usual(x, &inside);
    return dd_where(inside, dd_product(log_of_f64(z, wide), scale));
}

SB_FN double_double log1p_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 0x1p900) & (~mask_sign(x) | mask_below(f64_abs(x), 1.0));
    return dd_where(inside, log1p_to(dd_of(f64_select(inside, x, 0.0)), wide));
}

/* Return log(1 + t), t = |x| + x^2 / (1 + sqrt(1 + x^2)). */
SB_FN double_double asinh_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 0x1p300);
    double size = f64_select(inside, f64_abs(x), 1.0);
    double_double square = dd_two_product(size, size);
    double_double root = dd_sum(dd_of(1.0), dd_sqrt(dd_sum(dd_of(1.0), square)));
    double_double t = dd_sum(dd_of(size), dd_quotient(square, root));
    return dd_where(inside, dd_with_sign(log1p_to(t, wide), x));
}

/* Return log(1 + t + sqrt(t (t + 2))), t = x - 1. */
SB_FN double_double acosh_f64(double x, int wide)
{
    uint64_t inside = mask_below(1.0, f64_abs(x)) & mask_below(f64_abs(x), 0x1p300) & ~mask_sign(x);
    double_double t = dd_two_sum(f64_select(inside, x, 2.0), -1.0);
    double_double root = dd_sqrt(dd_product(t, dd_plus_double(t, 2.0)));
    return dd_where(inside, log1p_to(dd_sum(t, root), wide));
}

/* Return log(1 + 2 |x| / (1 - |x|)) / 2. */
SB_FN double_double atanh_f64(double x, int wide)
{
    uint64_t inside = mask_usual(x, 1.0);
    double size = f64_select(inside, f64_abs(x), 0.5);
    double_double t = dd_quotient(dd_of(2.0 * size), dd_two_sum(1.0, -size));
    return dd_where(inside, dd_with_sign(dd_scaled(log1p_to(t, wide), 0.5), x));
}

/* Return log(1 + e^x). */
SB_FN double_double softplus_f64(double x, int wide)
{
    double_double part = log1p_to(exp_to(dd_of(-f64_abs(x)), wide), wide);
    double top = f64_select(mask_sign(x), 0.0, x);
    return dd_where(mask_usual(x, 600.0), dd_sum(dd_of(top), part));
}

SB_FN double_double logsigmoid_f64(double x, int wide)
{
    return dd_negated(softplus_f64(-x, wide));
}

/* Return M + log(1 + e^d), where M is the larger operand and d is minus the distance. */
SB_FN double_double logaddexp_f64(double a, double b, int wide)
{
    uint64_t inside = mask_below(f64_abs(a), 0x1p300) & mask_below(f64_abs(b), 0x1p300);
    double x = f64_select(inside, a, 0.0), y = f64_select(inside, b, 0.0);
    double_double difference = dd_two_sum(x, -y);
    uint64_t second = mask_sign(difference.hi);
    double_double d = dd_select(second, difference, dd_negated(difference));
    double_double part = log1p_to(exp_to(d, wide), wide);
    double_double sum = dd_sum(dd_of(f64_select(second, y, x)), part);
    return dd_where(inside & mask_below(f64_abs(d.hi), 600.0), dd_kept(sum, part, wide));
}

#endif
