/* integral.h - floor, ceil, trunc, round_half_even and sign, all exact (clauses R1, S1, S4).
 *
 * For |x| < 2^(p-1), adding and subtracting 2^(p-1) rounds |x| to an integer, ties to even. The
 * neighbour below or above then follows by one exact subtraction or addition. Every result has the
 * sign of x, even a zero: ceil(-0.5) is -0. Larger numbers are already integers, infinities are
 * unchanged, and NaN is canonical. The short formats are computed in binary32: an integer next to x
 * is a number of x's format.
 */
#ifndef SB_SCALAR_INTEGRAL_H
#define SB_SCALAR_INTEGRAL_H

#include "scalar/convert8.h"
#include "scalar/names.h"

#define SB_FORMAT f64
#define SB_TYPE double
#define SB_UNSIGNED uint64_t
#define SB_TOP 63
#define SB_WHOLE 0x1p52
#include "scalar/integral_template.h"

#define SB_FORMAT f32
#define SB_TYPE float
#define SB_UNSIGNED uint32_t
#define SB_TOP 31
#define SB_WHOLE 0x1p23f
#include "scalar/integral_template.h"

#define SB_FORMAT f16
#define SB_BITS uint16_t
#include "scalar/short_integral_template.h"

#define SB_FORMAT bf16
#define SB_BITS uint16_t
#include "scalar/short_integral_template.h"

#define SB_FORMAT f8e4m3fn
#define SB_BITS uint8_t
#include "scalar/short_integral_template.h"

#define SB_FORMAT f8e5m2
#define SB_BITS uint8_t
#include "scalar/short_integral_template.h"

#endif
