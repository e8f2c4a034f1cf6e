/* integer_loops.h - the loops of an op on two integers of one format, with their table of variants.
 * They use the functions i64_<OP>, ..., u8_<OP> (scalar/integers.h). */
#include "scalar/integers.h"

#define FORMAT i64
#define OPERAND int64_t
#include "elementwise/integer_template.h"
#define FORMAT i32
#define OPERAND int32_t
#include "elementwise/integer_template.h"
#define FORMAT i16
#define OPERAND int16_t
#include "elementwise/integer_template.h"
#define FORMAT i8
#define OPERAND int8_t
#include "elementwise/integer_template.h"
#define FORMAT u32
#define OPERAND uint32_t
#include "elementwise/integer_template.h"
#define FORMAT u8
#define OPERAND uint8_t
#include "elementwise/integer_template.h"

/* Entries of a kernel's table of variants. */
#define INTEGER_VARIANTS                                                                           \
    {{SB_I64, SB_I64}, SB_I64, loop_i64}, {{SB_I32, SB_I32}, SB_I32, loop_i32},                    \
        {{SB_I16, SB_I16}, SB_I16, loop_i16}, {{SB_I8, SB_I8}, SB_I8, loop_i8},                    \
        {{SB_U32, SB_U32}, SB_U32, loop_u32}, {{SB_U8, SB_U8}, SB_U8, loop_u8},
