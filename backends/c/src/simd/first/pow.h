/* pow.h - x to the power y on vectors of binary64: the first stage.
 *
 * Method: e^z, z = y log x by log.h and exp.h, in two numbers. Error, relative: that of exp.h, and
 * |y| times that of log.h: 1.3 and 0.35 units of 2^-53 |r^3| and 2^-65 |log x|; y times its lo is
 * rounded, 0.35 units more. A factor of 2.25 units and 2^-63 |z| are more.
 */
#ifndef SB_SIMD_FIRST_POW_H
#define SB_SIMD_FIRST_POW_H

#include "simd/first/exp.h"
#include "simd/first/log.h"

#if SB_HAS_DOUBLES

typedef struct first_pow_tables {
    first_exp_tables exp;
    first_log_tables log;
} first_pow_tables;

LANES_FN first_pow_tables first_pow_load(void)
{
    first_pow_tables t = {first_exp_load(), first_log_load()};
    return t;
}

LANES_FN first_value first_pow(doubles x, doubles y, const first_pow_tables *t)
{
    doubles log_lo, cube, log_hi = first_log_pair(x, &t->log, &log_lo, &cube);
    const doubles product = doubles_mul(y, log_hi);
    const doubles rest = doubles_fma(y, log_lo, doubles_fms(y, log_hi, product));
    const doubles z = doubles_add(product, rest);
    const doubles tail = doubles_sub(rest, doubles_sub(z, product));
    doubles k, lo, hi = first_exp_pair(z, tail, &t->exp, &k, &lo);
    doubles error = doubles_fma(doubles_abs(z), doubles_set(0x1p-63), doubles_set(FIRST_EXP_ERROR));
    error = doubles_fma(doubles_abs(doubles_mul(y, cube)), doubles_set(FIRST_LOG_ERROR), error);
    doubles_mask within = doubles_below(doubles_abs(z), doubles_set(708.0));
    within = doubles_both(within, first_log_within(x));
    first_value f = first_decided(hi, lo, doubles_mul(hi, error), within);
    f.v = doubles_scale(f.v, k);
    return f;
}
#endif
#endif
