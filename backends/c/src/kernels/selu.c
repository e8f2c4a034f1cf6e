/* selu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "scalar/rare_units_f64.h"
#include "simd/doubles_activations.h"

#define OP selu
#define TO_ODD selu_to_odd
#define QUICK selu_quick
#define DOUBLES doubles_selu
#define ENCLOSED_F64 selu_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 selu_rare_f64
#include "function/one_operand_kernel.h"
