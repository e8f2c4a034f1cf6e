/* masked_fill.c - x, replaced by a host scalar if the mask is true (clauses G9, R4, S1). The scalar
 * is rounded to the compute format and then to the format of x. A NaN in x becomes canonical.
 */
#include "elementwise/elementwise.h"
#include "scalar/convert64.h"

static const sb_parameter attributes[] = {{"value", SB_NUMBER, 0.0}, {NULL, 0, 0.0}};

static uint64_t bits_f64(double value) { return f64_to_bits(value); }
static uint32_t bits_f32(double value) { return f32_to_bits((float)value); }
static uint16_t bits_f16(double value) { return f16_from_f32((float)value); }
static uint16_t bits_bf16(double value) { return bf16_from_f32((float)value); }

#define FORMAT f64
#define INFINITE UINT64_C(0x7ff0000000000000)
#define CANONICAL_NAN UINT64_C(0x7ff8000000000000)
#include "elementwise/filled_template.h"
#define FORMAT f32
#define INFINITE 0x7f800000u
#define CANONICAL_NAN 0x7fc00000u
#include "elementwise/filled_template.h"
#define FORMAT f16
#define INFINITE 0x7c00u
#define CANONICAL_NAN 0x7e00u
#include "elementwise/filled_template.h"
#define FORMAT bf16
#define INFINITE 0x7f80u
#define CANONICAL_NAN 0x7fc0u
#include "elementwise/filled_template.h"

static const sb_variant variants[] = {{{SB_F64, SB_BOOL}, SB_F64, loop_f64},
                                      {{SB_F32, SB_BOOL}, SB_F32, loop_f32},
                                      {{SB_F16, SB_BOOL}, SB_F16, loop_f16},
                                      {{SB_BF16, SB_BOOL}, SB_BF16, loop_bf16},
                                      {{0}, 0, NULL}};

#define OP masked_fill
#define ARITY 2
#define ATTRIBUTES attributes
#include "elementwise/kernel_template.h"
