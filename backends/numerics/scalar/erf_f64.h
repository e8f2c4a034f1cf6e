/* erf_f64.h - erf of operands of binary64, as a double-double, for |x| < 4: relative 2^-61.5
 * (erf.h, whose expansion takes any number); the error below is more than twice that. */
#ifndef SB_SCALAR_ERF_F64_H
#define SB_SCALAR_ERF_F64_H

#include "scalar/decide64.h"
#include "scalar/erf.h"

#define SB_ERF_F64_ERROR 0x1p-60

SB_FN double_double erf_f64(double x)
{
    uint64_t inside = mask_usual(x, 4.0);
    return dd_where(inside, dd_with_sign(erf_dd(f64_select(inside, f64_abs(x), 1.0)), x));
}

#endif
