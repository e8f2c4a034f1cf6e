/* atan.c - the arc tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/arctangent.h"
#include "scalar/rare_angle_f64.h"

#define OP atan
#define TO_ODD atan_to_odd
#define QUICK atan_quick
#define ENCLOSED_F64(x, wide) atan_f64(x)
#define ERROR_F64 SB_ANGLE_F64_ERROR
#define RARE_F64 atan_rare_f64
#define RARE_ERROR_F64 SB_ANGLE_F64_ERROR
#include "function/one_operand_kernel.h"
