/* float_formats_kernel.h - the kernel of an op on one operand from loop_<format> for every float
 * format: a template with OP. LASTING (default false) and ATTRIBUTES (default none) are optional.
 */
static const sb_variant variants[] = {{{SB_F64}, SB_F64, loop_f64},
                                      {{SB_F32}, SB_F32, loop_f32},
                                      {{SB_F16}, SB_F16, loop_f16},
                                      {{SB_BF16}, SB_BF16, loop_bf16},
                                      {{SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},
                                      {{SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},
                                      {{0}, 0, NULL}};

#define ARITY 1
#include "elementwise/kernel_template.h"
