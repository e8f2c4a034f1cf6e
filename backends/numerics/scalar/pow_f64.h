/* pow_f64.h - x to the power y of operands of binary64, as a double-double.
 *
 * e^(y log |x|). The logarithm is always wide: relative 2^-98, and y log |x|, at most 620, 2^-88
 * absolute. The power of e adds 2^-65 (2^-95). A negative x is accepted where |y| < 2^50 is an
 * integer, whose last bit gives the sign. `wide` as in exp_f64.h; errors twice these bounds.
 */
#ifndef SB_SCALAR_POW_F64_H
#define SB_SCALAR_POW_F64_H

#include "scalar/log_f64.h"

#define SB_POW_F64_ERROR 0x1p-62
#define SB_POW_F64_WIDE_ERROR 0x1p-86

SB_FN double_double pow_f64(double x, double y, int wide)
{
    uint64_t normal, few = mask_usual(y, 0x1p50);
    double size = f64_usual(f64_abs(x), &normal),
           power = f64_select(mask_usual(y, 0x1p300), y, 1.0);
    double whole = f64_abs(f64_select(few, y, 0.5)), shifted = whole + 0x1p52;
    uint64_t fraction = mask_nonzero(whole - (shifted - 0x1p52));
    double_double t = dd_times_double(log_of_f64(size, 1), power);
    double_double w = exp_to(t, wide);
    uint64_t inside = normal & mask_usual(y, 0x1p300) & mask_usual(t.hi, 620.0) &
                      ~(mask_sign(x) & (~few | fraction));
    uint64_t turned = (f64_to_bits(x) & SB_SIGN) & (f64_to_bits(shifted) << 63);
    return dd_where(inside, dd_with_sign(w, f64_from_bits(turned)));
}

#endif
