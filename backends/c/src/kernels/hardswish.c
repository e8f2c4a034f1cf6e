/* hardswish.c - see scalar/piecewise.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "function/one_operand.h"
#include "scalar/piecewise.h"

#define OP hardswish
#define TO_ODD hardswish_to_odd
#define QUICK hardswish_quick
#include "function/one_operand_kernel.h"
