/* elu_derivative.c - see scalar/units.h. */
#include "scalar/units.h"
#include "scalar/rare_units_f64.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_FACTOR, 1.0}, {NULL, 0, 0}};

#define OP elu_derivative
#define TO_ODD(x) elu_derivative_to_odd(x, parameter)
#define QUICK(x) elu_derivative_quick(x, parameter)
#define DOUBLES doubles_elu_derivative
#define ATTRIBUTES attributes
#define ENCLOSED_F64(x, wide) elu_derivative_f64(x, parameter, wide)
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64(x) elu_derivative_rare_f64(x, parameter)
#include "function/one_operand_kernel.h"
