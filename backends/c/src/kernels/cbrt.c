/* cbrt.c - the cube root, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/cbrt.h"
#include "scalar/rare_angle_f64.h"

#define OP cbrt
#define TO_ODD cbrt_to_odd
#define QUICK cbrt_quick
#define ENCLOSED_F64(x, wide) cbrt_f64(x)
#define ERROR_F64 SB_ANGLE_F64_ERROR
#define RARE_F64 cbrt_rare_f64
#define RARE_ERROR_F64 SB_ANGLE_F64_ERROR
#include "function/one_operand_kernel.h"
