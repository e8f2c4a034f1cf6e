/* elu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "scalar/rare_units_f64.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_FACTOR, 1.0}, {NULL, 0, 0}};

#define OP elu
#define TO_ODD(x) elu_to_odd(x, parameter)
#define QUICK(x) elu_quick(x, parameter)
#define DOUBLES doubles_elu
#define ATTRIBUTES attributes
#define ENCLOSED_F64(x, wide) elu_whole_f64(x, parameter, wide)
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64(x) elu_rare_f64(x, parameter)
#include "function/one_operand_kernel.h"
