/* tgamma.c - the gamma function, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/rare_gamma_f64.h"
#include "scalar/tgamma.h"

#define OP tgamma
#define TO_ODD tgamma_to_odd
#define QUICK tgamma_quick
#define ENCLOSED_F64 tgamma_f64
#define ERROR_F64 SB_TGAMMA_F64_ERROR
#define WIDE_ERROR_F64 SB_TGAMMA_F64_WIDE_ERROR
#define RARE_F64 tgamma_rare_f64
#include "function/one_operand_kernel.h"
