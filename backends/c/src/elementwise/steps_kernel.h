/* steps_kernel.h - the kernel of a function of scalar/steps.h from <OP>_bits, <OP>_bits_16,
 * <OP>_bits_8 and <OP>_bits_64: a template, with OP.
 */
#include "elementwise/elementwise.h"
#include "scalar/steps.h"

#define FORMAT f64
#define STEP_BITS step_bits_64
#define STEPS SB_STEPS_F64
#define RESULT(f, x, other) SB_PASTE(OP, _bits_64)(f, x)
#define OTHER 0
#include "elementwise/steps_template.h"
#define FORMAT f32
#define STEPS SB_STEPS_F32
#define RESULT(f, x, other) SB_PASTE(OP, _bits)(f, x)
#define OTHER 0
#include "elementwise/steps_template.h"
#define FORMAT f16
#define STEPS SB_STEPS_F16
#define RESULT(f, x, other) SB_PASTE(OP, _bits_16)(f, x)
#define OTHER 0
#include "elementwise/steps_template.h"
#define FORMAT bf16
#define STEPS SB_STEPS_BF16
#define RESULT(f, x, other) SB_PASTE(OP, _bits_16)(f, x)
#define OTHER 0
#include "elementwise/steps_template.h"
#define FORMAT f8e4m3fn
#define STEPS SB_STEPS_F8E4M3FN
#define RESULT(f, x, other) SB_PASTE(OP, _bits_8)(f, x)
#define OTHER 0
#include "elementwise/steps_template.h"
#define FORMAT f8e5m2
#define STEPS SB_STEPS_F8E5M2
#define RESULT(f, x, other) SB_PASTE(OP, _bits_8)(f, x)
#define OTHER 0
#include "elementwise/steps_template.h"

#include "elementwise/float_formats_kernel.h"
