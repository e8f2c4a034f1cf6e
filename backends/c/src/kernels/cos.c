/* cos.c - the cosine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"
#include "scalar/turns_f64.h"
#include "simd/first/sine.h"

#define OP cos
#define TO_ODD cos_to_odd
#define QUICK cos_quick
#define FAR cos_far
#define FIRST_F64 first_cos
#define ENCLOSED_F64 cos_f64
#define ERROR_F64 SB_ANGLE_F64_ERROR
#define WIDE_ERROR_F64 SB_ANGLE_F64_WIDE_ERROR
#define RARE_F64 cos_rare_f64
#define RARE_ERROR_F64 SB_TURN_F64_ERROR
#include "function/one_operand_kernel.h"
