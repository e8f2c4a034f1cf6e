/* compare.h - minimum, maximum and the six comparisons of IEEE 754-2019, by integers (clause S3).
 *
 * If the patterns of negative numbers are reversed, values have the order of their patterns as
 * signed integers. -0 is then just below +0. A NaN operand gives the canonical NaN. Comparisons of
 * short formats use the magnitude with its sign, so that both zeros are equal. A NaN is unequal to
 * every value, and neither less nor greater than any value.
 */
#ifndef SB_SCALAR_COMPARE_H
#define SB_SCALAR_COMPARE_H

#include "scalar/names.h"
#include "scalar/portable.h"

/* Defines <format>_minimum(a, b) and <format>_maximum(a, b). */

#define SB_FORMAT f64
#define SB_SIGNED int64_t
#define SB_UNSIGNED uint64_t
#define SB_LAST UINT64_C(0x7ff0000000000000)
#define SB_CANONICAL UINT64_C(0x7ff8000000000000)
#include "scalar/extreme_template.h"

#define SB_FORMAT f32
#define SB_SIGNED int32_t
#define SB_UNSIGNED uint32_t
#define SB_LAST 0x7f800000u
#define SB_CANONICAL 0x7fc00000u
#include "scalar/extreme_template.h"

#define SB_FORMAT f16
#define SB_SIGNED int16_t
#define SB_UNSIGNED uint16_t
#define SB_LAST 0x7c00u
#define SB_CANONICAL 0x7e00u
#include "scalar/extreme_template.h"

#define SB_FORMAT bf16
#define SB_SIGNED int16_t
#define SB_UNSIGNED uint16_t
#define SB_LAST 0x7f80u
#define SB_CANONICAL 0x7fc0u
#include "scalar/extreme_template.h"

#define SB_FORMAT f8e4m3fn
#define SB_SIGNED int8_t
#define SB_UNSIGNED uint8_t
#define SB_LAST 0x7eu /* the largest number: the format has no infinity */
#define SB_CANONICAL 0x7fu
#include "scalar/extreme_template.h"

#define SB_FORMAT f8e5m2
#define SB_SIGNED int8_t
#define SB_UNSIGNED uint8_t
#define SB_LAST 0x7cu
#define SB_CANONICAL 0x7eu
#include "scalar/extreme_template.h"

/* <format>_<op>(a, b) is 1 or 0. binary32, binary64 and integers use the processor's comparison. */

#define SB_FORMAT f64
#define SB_TYPE double
#include "scalar/comparison_template.h"

#define SB_FORMAT f32
#define SB_TYPE float
#include "scalar/comparison_template.h"

#define SB_FORMAT i64
#define SB_TYPE int64_t
#include "scalar/comparison_template.h"

#define SB_FORMAT i32
#define SB_TYPE int32_t
#include "scalar/comparison_template.h"

#define SB_FORMAT i16
#define SB_TYPE int16_t
#include "scalar/comparison_template.h"

#define SB_FORMAT i8
#define SB_TYPE int8_t
#include "scalar/comparison_template.h"

#define SB_FORMAT u32
#define SB_TYPE uint32_t
#include "scalar/comparison_template.h"

#define SB_FORMAT u8
#define SB_TYPE uint8_t
#include "scalar/comparison_template.h"

/* Any nonzero byte is true (clause F1). */
SB_FN uint8_t truth_eq(uint8_t a, uint8_t b) { return (a != 0) == (b != 0); }
SB_FN uint8_t truth_ne(uint8_t a, uint8_t b) { return (a != 0) != (b != 0); }
SB_FN uint8_t truth_lt(uint8_t a, uint8_t b) { return (a != 0) < (b != 0); }
SB_FN uint8_t truth_le(uint8_t a, uint8_t b) { return (a != 0) <= (b != 0); }
SB_FN uint8_t truth_gt(uint8_t a, uint8_t b) { return (a != 0) > (b != 0); }
SB_FN uint8_t truth_ge(uint8_t a, uint8_t b) { return (a != 0) >= (b != 0); }

#define SB_FORMAT f16
#define SB_SIGNED int16_t
#define SB_UNSIGNED uint16_t
#define SB_LAST 0x7c00
#include "scalar/short_comparison_template.h"

#define SB_FORMAT bf16
#define SB_SIGNED int16_t
#define SB_UNSIGNED uint16_t
#define SB_LAST 0x7f80
#include "scalar/short_comparison_template.h"

#define SB_FORMAT f8e4m3fn
#define SB_SIGNED int8_t
#define SB_UNSIGNED uint8_t
#define SB_LAST 0x7e
#include "scalar/short_comparison_template.h"

#define SB_FORMAT f8e5m2
#define SB_SIGNED int8_t
#define SB_UNSIGNED uint8_t
#define SB_LAST 0x7c
#include "scalar/short_comparison_template.h"

#endif
