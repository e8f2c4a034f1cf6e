/* bits_kernel.h - the kernel of an op on the bits of one or two floats of one format (clause S2): a
 * template, with OP, ARITY (left out: 1) and RESULT (bits_template.h).
 */
#include "elementwise/elementwise.h"

#ifndef ARITY
#define ARITY 1
#endif

#define LOOP loop_64
#define PATTERN uint64_t
#include "elementwise/bits_template.h"
#define LOOP loop_32
#define PATTERN uint32_t
#include "elementwise/bits_template.h"
#define LOOP loop_16
#define PATTERN uint16_t
#include "elementwise/bits_template.h"
#define LOOP loop_8
#define PATTERN uint8_t
#include "elementwise/bits_template.h"

/* With one operand, the second format is ignored. */
static const sb_variant variants[] = {{{SB_F64, SB_F64}, SB_F64, loop_64},
                                      {{SB_F32, SB_F32}, SB_F32, loop_32},
                                      {{SB_F16, SB_F16}, SB_F16, loop_16},
                                      {{SB_BF16, SB_BF16}, SB_BF16, loop_16},
                                      {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_8},
                                      {{SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_8},
                                      {{0}, 0, NULL}};

#include "elementwise/kernel_template.h"
