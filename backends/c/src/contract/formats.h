/* formats.h - the formats that operands and result of a contraction may have (clause R4). */
#ifndef SB_CONTRACT_FORMATS_H
#define SB_CONTRACT_FORMATS_H

#include <stdbool.h>
#include <stdint.h>

#include "samebits.h"

static inline bool is_fp8(int32_t format) { return format == SB_F8E4M3FN || format == SB_F8E5M2; }

/* Return whether two float operands fit the result. Both have its format, or for f32 both have
 * shorter formats, or for bf16 both have 8 bits. */
static inline bool float_product_fits(int32_t a, int32_t b, int32_t result)
{
    if (is_fp8(a) && is_fp8(b) && (result == SB_BF16 || result == SB_F32))
        return true;
    bool is_float = is_fp8(a) || a == SB_F64 || a == SB_F32 || a == SB_F16 || a == SB_BF16;
    bool widened = (a == SB_F16 || a == SB_BF16) && result == SB_F32;
    return is_float && a == b && (result == a || widened);
}

static inline bool integer_product_fits(int32_t a, int32_t b, int32_t result)
{
    bool bytes = (a == SB_U8 && b == SB_U8) || (b == SB_I8 && (a == SB_I8 || a == SB_U8));
    return bytes && result == SB_I32;
}

#endif
