/* atan2.c - the angle of the point (x, y), correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/arctangent.h"
#include "scalar/rare_angle_f64.h"

#define OP atan2
#define TO_ODD atan2_to_odd
#define QUICK atan2_quick
#define ENCLOSED_F64(x, y, wide) atan2_f64(x, y)
#define ERROR_F64 SB_ANGLE_F64_ERROR
#define RARE_F64 atan2_rare_f64
#define RARE_ERROR_F64 SB_ANGLE_F64_ERROR
#include "function/two_operands_kernel.h"
