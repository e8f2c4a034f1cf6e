/* hardsigmoid.c - see scalar/piecewise.h. */
#include "function/one_operand.h"
#include "scalar/piecewise.h"
#include "scalar/rare_angle_f64.h"

#define OP hardsigmoid
#define TO_ODD hardsigmoid_to_odd
#define QUICK hardsigmoid_quick
#define ENCLOSED_F64(x, wide) hardsigmoid_f64(x)
#define ERROR_F64 SB_PLAIN_F64_ERROR
#define RARE_F64 hardsigmoid_rare_f64
#include "function/one_operand_kernel.h"
