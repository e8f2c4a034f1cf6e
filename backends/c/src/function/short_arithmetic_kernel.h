/* short_arithmetic_kernel.h - the kernel of an op on one operand, in every float format: a template
 * with OP. It uses loop_f64, loop_f32 and <format>_<OP>. The results of 8-bit formats are stored
 * and looked up, and so are the results of f16 in builds without vectors. The loop of bf16 only
 * shifts bits, so it is faster than a look-up.
 *
 * With OPERATION, PLACE_BF16, ROUND_BF16 and EXACTLY, f16 and bf16 use lanes in builds with
 * vectors.
 */
#include "function/remembered.h"
#include "elementwise/short_loops.h"

#define ARITY 1
#if SB_HAS_LANES
#include "elementwise/short_template.h"
#else
#define FORMAT f16
#define LOOP compute_f16
#include "elementwise/arithmetic_template.h"
#define FORMAT bf16
#include "elementwise/arithmetic_template.h"
#define FORMAT f16
#define BITS 16
#include "function/kept_template.h"
#endif

#define FORMAT f8e4m3fn
#define LOOP compute_f8e4m3fn
#include "elementwise/arithmetic_template.h"
#define FORMAT f8e5m2
#define LOOP compute_f8e5m2
#include "elementwise/arithmetic_template.h"
#define FORMAT f8e4m3fn
#define BITS 8
#include "function/kept_template.h"
#define FORMAT f8e5m2
#define BITS 8
#include "function/kept_template.h"

#undef ARITY
#include "elementwise/float_formats_kernel.h"
