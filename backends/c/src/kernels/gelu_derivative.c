/* gelu_derivative.c - see scalar/gelu_derivative.h. */
#include "scalar/gelu_derivative.h"
#include "scalar/rare_erf_f64.h"
#include "simd/doubles_activations.h"

#define OP gelu_derivative
#define TO_ODD gelu_derivative_to_odd
#define QUICK gelu_derivative_quick
#define DOUBLES doubles_gelu_derivative
#define ENCLOSED_F64 gelu_derivative_f64
#define ERROR_F64 SB_ERF_F64_ERROR
#define WIDE_ERROR_F64 SB_ERF_F64_WIDE_ERROR
#define RARE_F64 gelu_derivative_rare_f64
#define RARE_ERROR_F64 SB_ERF_RARE_F64_ERROR
#include "function/one_operand_kernel.h"
