/* leaky_relu_derivative.c - 1 or the slope, rounded to the format (clauses R1, R4, S1, S4). */
#include "elementwise/steps_kernel.h"

static const sb_parameter attributes[] = {{"negative_slope", SB_REAL, 0.01}, {NULL, 0, 0}};

#define RESULT(width) step_at_zero##width(f, x, other)
SB_STEPS_LOOP(f32, uint32_t, SB_STEPS_F32, f32_to_bits((float)parameter), RESULT())
SB_STEPS_LOOP(f16, uint16_t, SB_STEPS_F16, f16_from_f64(parameter), RESULT(_16))
SB_STEPS_LOOP(bf16, uint16_t, SB_STEPS_BF16, bf16_from_f64(parameter), RESULT(_16))
SB_STEPS_LOOP(f8e4m3fn, uint8_t, SB_STEPS_F8E4M3FN, f8e4m3fn_from_f64(parameter), RESULT(_8))
SB_STEPS_LOOP(f8e5m2, uint8_t, SB_STEPS_F8E5M2, f8e5m2_from_f64(parameter), RESULT(_8))
SB_STEPS_VARIANTS
SB_ELEMENTWISE_PARAMETRIC(leaky_relu_derivative, 1);
