/* celu_derivative.c - see scalar/units.h. */
#include "scalar/units.h"
#include "scalar/rare_units_f64.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_DIVISOR, 1.0}, {NULL, 0, 0}};

#define OP celu_derivative
#define TO_ODD(x) celu_derivative_to_odd(x, parameter)
#define QUICK(x) celu_derivative_quick(x, parameter)
#define DOUBLES doubles_celu_derivative
#define ATTRIBUTES attributes
#define ENCLOSED_F64(x, wide) celu_derivative_f64(x, parameter, wide)
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64(x) celu_derivative_rare_f64(x, parameter)
#include "function/one_operand_kernel.h"
