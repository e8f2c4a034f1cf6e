/* softsign.c - see scalar/softsign.h. */
#include "scalar/softsign.h"
#include "scalar/rare_angle_f64.h"
#include "simd/doubles_activations.h"

#define OP softsign
#define TO_ODD softsign_to_odd
#define QUICK softsign_quick
#define DOUBLES doubles_softsign
#define ENCLOSED_F64(x, wide) softsign_f64(x)
#define ERROR_F64 SB_PLAIN_F64_ERROR
#define RARE_F64 softsign_rare_f64
#include "function/one_operand_kernel.h"
