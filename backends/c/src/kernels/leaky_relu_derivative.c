/* leaky_relu_derivative.c - 1 or the slope, rounded to the format (clauses R1, R4, S1, S4). */
#include "elementwise/elementwise.h"
#include "scalar/steps.h"

static const sb_parameter attributes[] = {{"negative_slope", SB_FACTOR, 0.01}, {NULL, 0, 0}};

#define FORMAT f64
#define STEP_BITS step_bits_64
#define STEPS SB_STEPS_F64
#define RESULT step_at_zero_64
#define OTHER f64_to_bits(parameter)
#include "elementwise/steps_template.h"
#define FORMAT f32
#define STEPS SB_STEPS_F32
#define RESULT step_at_zero
#define OTHER f32_to_bits((float)parameter)
#include "elementwise/steps_template.h"
#define FORMAT f16
#define STEPS SB_STEPS_F16
#define RESULT step_at_zero_16
#define OTHER f16_from_f64(parameter)
#include "elementwise/steps_template.h"
#define FORMAT bf16
#define STEPS SB_STEPS_BF16
#define RESULT step_at_zero_16
#define OTHER bf16_from_f64(parameter)
#include "elementwise/steps_template.h"
#define FORMAT f8e4m3fn
#define STEPS SB_STEPS_F8E4M3FN
#define RESULT step_at_zero_8
#define OTHER f8e4m3fn_from_f64(parameter)
#include "elementwise/steps_template.h"
#define FORMAT f8e5m2
#define STEPS SB_STEPS_F8E5M2
#define RESULT step_at_zero_8
#define OTHER f8e5m2_from_f64(parameter)
#include "elementwise/steps_template.h"

#define OP leaky_relu_derivative
#define ATTRIBUTES attributes
#include "elementwise/float_formats_kernel.h"
