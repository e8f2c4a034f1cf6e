/* settled_loop_template.h - loop_f64 of a function: a template.
 *
 *   OP              the op's name
 *   OPERANDS        1 or 2
 *   ENCLOSED_F64    optional: ENCLOSED_F64(x, wide) or (x, y, wide) is a double_double, or
 *                   NaN for "left open"; it may name `parameter`
 *   FIRST_F64       optional: a function of simd/first/, for builds that have vectors
 *   ERROR_F64       at least twice the bound of its relative error (scalar/decide64.h)
 *   WIDE_ERROR_F64  the same for a constant `wide` of 1, if that makes a difference
 *   RARE_F64        optional: RARE_F64(x) or (x, y) is a scaled_f64, or NaN for "left open". It
 *                   takes operands that ENCLOSED_F64 leaves open for their size or the size of the
 *                   result
 *   RARE_ERROR_F64  at least twice the bound of its relative error; SB_RARE_F64_ERROR if left out
 */
#include "function/settled_loop.h"

sb_settled_function SB_PASTE(sb_settled_, OP);

#ifdef ENCLOSED_F64
#ifndef ERROR_F64
#error "ERROR_F64 is missing: define it as twice the bound of the relative error of ENCLOSED_F64"
#endif
#include "scalar/decide64.h"

#define APPROXIMATE approximate_f64
#define WIDE 0
#define ERROR ERROR_F64
#include "function/approximate_f64_template.h"
#ifdef WIDE_ERROR_F64
#define APPROXIMATE approximate_wide_f64
#define WIDE 1
#define ERROR WIDE_ERROR_F64
#include "function/approximate_f64_template.h"
#endif
#endif

#if defined(FIRST_F64) && SB_HAS_DOUBLES
#include "function/first_f64_template.h"
#endif

#ifdef RARE_F64
#include "function/rare_f64_template.h"
#endif

static void loop_f64(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    static const sb_function_f64 of_f64 = {
        .operands = OPERANDS,
#if defined(FIRST_F64) && SB_HAS_DOUBLES
        .first = first_f64,
#endif
#if OPERANDS == 1
        .low = SB_FUNCTION_LOW,
        .high = SB_FUNCTION_HIGH,
#endif
#ifdef ENCLOSED_F64
        .approximate = approximate_f64,
#ifdef RARE_F64
        .rare = rare_f64,
#endif
#ifdef WIDE_ERROR_F64
        .again = approximate_wide_f64,
#endif
#endif
        .settled = SB_PASTE(sb_settled_, OP),
    };
    sb_settled_loop(&of_f64, count, inputs, output, parameters);
}
#undef OPERANDS
