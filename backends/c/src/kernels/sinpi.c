/* sinpi.c - sin(pi x), correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"
#include "scalar/turns_f64.h"

#define OP sinpi
#define TO_ODD sinpi_to_odd
#define QUICK sinpi_quick
#define ENCLOSED_F64 sinpi_f64
#define ERROR_F64 SB_ANGLE_F64_ERROR
#define WIDE_ERROR_F64 SB_ANGLE_F64_WIDE_ERROR
#define RARE_F64 sinpi_rare_f64
#define RARE_ERROR_F64 SB_TURN_F64_ERROR
#include "function/one_operand_kernel.h"
