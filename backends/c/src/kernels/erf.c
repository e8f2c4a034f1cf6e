/* erf.c - the error function, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/erf.h"
#include "scalar/rare_erf_f64.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"
#include "simd/first/erf.h"

#define OP erf
#define TO_ODD erf_to_odd
#define QUICK erf_quick
#define ENCLOSED enclosed_erf
#define FIRST_F64 first_erf
#define ENCLOSED_F64 erf_f64
#define ERROR_F64 SB_ERF_F64_ERROR
#define WIDE_ERROR_F64 SB_ERF_F64_WIDE_ERROR
#define RARE_F64 erf_rare_f64
#define RARE_ERROR_F64 SB_ERF_RARE_F64_ERROR
#include "function/one_operand_kernel.h"
