/* tan.c - the tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/tangent.h"
#include "scalar/turns_f64.h"

#define OP tan
#define TO_ODD tan_to_odd
#define QUICK tan_quick
#define FAR tan_far
#define ENCLOSED_F64 tan_f64
#define ERROR_F64 SB_ANGLE_F64_ERROR
#define WIDE_ERROR_F64 SB_ANGLE_F64_WIDE_ERROR
#define RARE_F64 tan_rare_f64
#define RARE_ERROR_F64 SB_TURN_F64_ERROR
#include "function/one_operand_kernel.h"
