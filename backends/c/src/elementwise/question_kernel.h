/* question_kernel.h - the kernel of a predicate on the bits of a float, with results in bool
 * (clause G9): a template with OP and ANSWER.
 *
 *   ANSWER  ANSWER(magnitude, sign, infinity) is true or false. Its arguments are the bits of a
 *           number without the sign, the sign bit at its position, and the bits of infinity
 */
#include "elementwise/elementwise.h"

#define FORMAT f64
#define INFINITE UINT64_C(0x7ff0000000000000)
#include "elementwise/question_template.h"
#define FORMAT f32
#define INFINITE 0x7f800000u
#include "elementwise/question_template.h"
#define FORMAT f16
#define INFINITE 0x7c00u
#include "elementwise/question_template.h"
#define FORMAT bf16
#define INFINITE 0x7f80u
#include "elementwise/question_template.h"

static const sb_variant variants[] = {{{SB_F64}, SB_BOOL, loop_f64},
                                      {{SB_F32}, SB_BOOL, loop_f32},
                                      {{SB_F16}, SB_BOOL, loop_f16},
                                      {{SB_BF16}, SB_BOOL, loop_bf16},
                                      {{0}, 0, NULL}};

#define ARITY 1
#include "elementwise/kernel_template.h"
