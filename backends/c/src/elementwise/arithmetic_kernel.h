/* arithmetic_kernel.h - the kernel of an op with operands and result of one float format: a
 * template. It uses the functions f64_<OP>, f32_<OP>, ...
 *
 *   OP        the op's name
 *   ARITY     number of operands, 1 to 3
 *   BITWISE   defined if its functions take and return bit patterns, in every format
 *   INTEGERS  defined if it has two operands, and is also defined for integers (integer_loops.h)
 */
#include "elementwise/elementwise.h"

#define FORMAT f64
#include "elementwise/arithmetic_template.h"
#define FORMAT f32
#include "elementwise/arithmetic_template.h"
#define FORMAT f16
#include "elementwise/arithmetic_template.h"
#define FORMAT bf16
#include "elementwise/arithmetic_template.h"
#define FORMAT f8e4m3fn
#include "elementwise/arithmetic_template.h"
#define FORMAT f8e5m2
#include "elementwise/arithmetic_template.h"

#ifdef INTEGERS
#include "elementwise/integer_loops.h"
#else
#define INTEGER_VARIANTS
#endif

/* Operands past ARITY are ignored. */
#if ARITY == 1
#define EACH_OF(format) {format}
#elif ARITY == 2
#define EACH_OF(format) {format, format}
#else
#define EACH_OF(format) {format, format, format}
#endif

static const sb_variant variants[] = {{EACH_OF(SB_F64), SB_F64, loop_f64},
                                      {EACH_OF(SB_F32), SB_F32, loop_f32},
                                      {EACH_OF(SB_F16), SB_F16, loop_f16},
                                      {EACH_OF(SB_BF16), SB_BF16, loop_bf16},
                                      {EACH_OF(SB_F8E4M3FN), SB_F8E4M3FN, loop_f8e4m3fn},
                                      {EACH_OF(SB_F8E5M2), SB_F8E5M2, loop_f8e5m2},
                                      INTEGER_VARIANTS{{0}, 0, NULL}};

#include "elementwise/kernel_template.h"
