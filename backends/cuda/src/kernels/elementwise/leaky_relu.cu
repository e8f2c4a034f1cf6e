// leaky_relu.cu - x or slope x (clauses R1, R2, R4, S1, S4).
//
// The product of two binary32 numbers is exact in binary64, so every operand is decided
// immediately. In f64 the product is rounded.
#include "formats.cuh"

#if SB_BINARY64
#include "elementwise/elementwise.cuh"

SB_DEVICE double leaky_relu_f64(double x, double slope)
{
    return f64_canonical(x > 0.0 ? x : slope * x);
}

SB_ELEMENTWISE_1(leaky_relu, leaky_relu_f64(x, sb_parameter(parameters)))
#else
#include "elementwise/function.cuh"
#include "scalar/piecewise.h"

SB_RULE_1(leaky_relu, (y = sb_rounding::last(leaky_relu_to_odd(x, parameter)), true),
          leaky_relu_to_odd(x, parameter))
#endif
