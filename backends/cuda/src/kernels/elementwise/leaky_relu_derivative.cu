// leaky_relu_derivative.cu - 1 or the slope, rounded to the format (clauses R1, R4, S1, S4).
#include "elementwise/steps.cuh"

SB_DEVICE sb_bits sb_slope(double slope)
{
    const sb_result rounded = SB_JOIN(SB_A, _from_f64)(slope);
    sb_bits bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits;
}

SB_BITWISE_1(leaky_relu_derivative, SB_STEP(step_at_zero)(sb_steps(), x, sb_slope(parameter)))
