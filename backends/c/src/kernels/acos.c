/* acos.c - the arc cosine, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#define SB_FUNCTION_HIGH 1.0
#include "function/one_operand.h"
#include "scalar/arcsine.h"
#include "scalar/rare_angle_f64.h"

#define OP acos
#define TO_ODD acos_to_odd
#define QUICK acos_quick
#define ENCLOSED_F64(x, wide) acos_f64(x)
#define ERROR_F64 SB_ANGLE_F64_ERROR
#define RARE_F64 acos_rare_f64
#define RARE_ERROR_F64 SB_ANGLE_F64_ERROR
#include "function/one_operand_kernel.h"
