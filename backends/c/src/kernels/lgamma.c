/* lgamma.c - the logarithm of |gamma(x)|, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/rare_gamma_f64.h"
#include "scalar/lgamma.h"

#define OP lgamma
#define TO_ODD lgamma_to_odd
#define QUICK lgamma_inner_quick
#define FAR lgamma_quick
#define ENCLOSED_F64 lgamma_f64
#define ERROR_F64 SB_LGAMMA_F64_ERROR
#define WIDE_ERROR_F64 SB_LGAMMA_F64_WIDE_ERROR
#define RARE_F64 lgamma_rare_f64
#define RARE_ERROR_F64 SB_LGAMMA_RARE_F64_ERROR
#include "function/one_operand_kernel.h"
