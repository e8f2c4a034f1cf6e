/* gelu.c - x times the normal distribution function of x, correctly rounded (clauses R1, R2, S1,
 * S4). */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gelu.h"
#include "scalar/rare_erf_f64.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"

#define OP gelu
#define TO_ODD gelu_to_odd
#define QUICK gelu_quick
#define ENCLOSED enclosed_gelu
#define ENCLOSED_F64 gelu_f64
#define ERROR_F64 SB_ERF_F64_ERROR
#define WIDE_ERROR_F64 SB_ERF_F64_WIDE_ERROR
#define RARE_F64 gelu_rare_f64
#define RARE_ERROR_F64 SB_ERF_RARE_F64_ERROR
#include "function/one_operand_kernel.h"
