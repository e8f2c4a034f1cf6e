/* integers.h - add, sub, mul, minimum and maximum of integers, modulo 2^bits, and operations on
 * their bits (R2, S3).
 *
 * Sums and products are computed on unsigned integers of 32 bits or more, and only the low bits
 * remain. So results are as in two's complement, and no operation overflows.
 */
#ifndef SB_SCALAR_INTEGERS_H
#define SB_SCALAR_INTEGERS_H

#include "scalar/names.h"
#include "scalar/portable.h"

#define SB_FORMAT i64
#define SB_TYPE int64_t
#define SB_WIDE uint64_t
#include "scalar/integer_template.h"

#define SB_FORMAT i32
#define SB_TYPE int32_t
#define SB_WIDE uint32_t
#include "scalar/integer_template.h"

#define SB_FORMAT i16
#define SB_TYPE int16_t
#define SB_WIDE uint32_t
#include "scalar/integer_template.h"

#define SB_FORMAT i8
#define SB_TYPE int8_t
#define SB_WIDE uint32_t
#include "scalar/integer_template.h"

#define SB_FORMAT u32
#define SB_TYPE uint32_t
#define SB_WIDE uint32_t
#include "scalar/integer_template.h"

#define SB_FORMAT u8
#define SB_TYPE uint8_t
#define SB_WIDE uint32_t
#include "scalar/integer_template.h"

#endif
