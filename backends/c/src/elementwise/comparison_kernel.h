/* comparison_kernel.h - the kernel of a comparison, from every format of clause F1 to bool: a
 * template with OP. It uses the functions f64_<OP>, ..., truth_<OP> (scalar/compare.h).
 */
#include "elementwise/elementwise.h"
#include "scalar/compare.h"

#define FORMAT f64
#define OPERAND double
#include "elementwise/comparison_template.h"
#define FORMAT f32
#define OPERAND float
#include "elementwise/comparison_template.h"
#define FORMAT f16
#define OPERAND uint16_t
#include "elementwise/comparison_template.h"
#define FORMAT bf16
#define OPERAND uint16_t
#include "elementwise/comparison_template.h"
#define FORMAT f8e4m3fn
#define OPERAND uint8_t
#include "elementwise/comparison_template.h"
#define FORMAT f8e5m2
#define OPERAND uint8_t
#include "elementwise/comparison_template.h"
#define FORMAT i64
#define OPERAND int64_t
#include "elementwise/comparison_template.h"
#define FORMAT i32
#define OPERAND int32_t
#include "elementwise/comparison_template.h"
#define FORMAT i16
#define OPERAND int16_t
#include "elementwise/comparison_template.h"
#define FORMAT i8
#define OPERAND int8_t
#include "elementwise/comparison_template.h"
#define FORMAT u32
#define OPERAND uint32_t
#include "elementwise/comparison_template.h"
#define FORMAT u8
#define OPERAND uint8_t
#include "elementwise/comparison_template.h"
#define FORMAT truth
#define OPERAND uint8_t
#include "elementwise/comparison_template.h"

static const sb_variant variants[] = {{{SB_F64, SB_F64}, SB_BOOL, loop_f64},
                                      {{SB_F32, SB_F32}, SB_BOOL, loop_f32},
                                      {{SB_F16, SB_F16}, SB_BOOL, loop_f16},
                                      {{SB_BF16, SB_BF16}, SB_BOOL, loop_bf16},
                                      {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_BOOL, loop_f8e4m3fn},
                                      {{SB_F8E5M2, SB_F8E5M2}, SB_BOOL, loop_f8e5m2},
                                      {{SB_I64, SB_I64}, SB_BOOL, loop_i64},
                                      {{SB_I32, SB_I32}, SB_BOOL, loop_i32},
                                      {{SB_I16, SB_I16}, SB_BOOL, loop_i16},
                                      {{SB_I8, SB_I8}, SB_BOOL, loop_i8},
                                      {{SB_U32, SB_U32}, SB_BOOL, loop_u32},
                                      {{SB_U8, SB_U8}, SB_BOOL, loop_u8},
                                      {{SB_BOOL, SB_BOOL}, SB_BOOL, loop_truth},
                                      {{0}, 0, NULL}};

#define ARITY 2
#include "elementwise/kernel_template.h"
