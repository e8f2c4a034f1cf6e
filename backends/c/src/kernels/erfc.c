/* erfc.c - the complementary error function, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/erfc.h"
#include "scalar/rare_erf_f64.h"

#define OP erfc
#define TO_ODD erfc_to_odd
#define QUICK erfc_quick
#define ENCLOSED_F64 erfc_f64
#define ERROR_F64 SB_ERF_F64_ERROR
#define WIDE_ERROR_F64 SB_ERF_F64_WIDE_ERROR
#define RARE_F64 erfc_rare_f64
#define RARE_ERROR_F64 SB_ERF_RARE_F64_ERROR
#include "function/one_operand_kernel.h"
