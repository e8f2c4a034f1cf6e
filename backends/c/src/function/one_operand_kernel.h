/* one_operand_kernel.h - the kernel of a function of one operand: a template, included at the end
 * of a kernel file.
 *
 *   OP         the op's name
 *   TO_ODD     TO_ODD(x) is f(x) rounded to odd in binary64, for every operand
 *   QUICK      optional: QUICK(x) is f(x) to a relative 2^-44, or NaN (decide.h)
 *   FAR        optional, if QUICK is NaN for far operands: the approximation for them
 *   ENCLOSED   optional: the function of lanes/ with the interface of lanes/enclosed.h
 *   DOUBLES    optional: first values on vectors of binary64 (simd/doubles_activations.h);
 *              DOUBLES_ZERO and DOUBLES_ABOUT_ZERO for a function that has a zero below 0
 *   ATTRIBUTES the table of attributes, if there are any. The one numeric attribute, rounded to
 *              binary32 (R4), is the variable `parameter`, which TO_ODD and QUICK may name; the
 *              table begins with it, an SB_FACTOR or SB_DIVISOR (kernel.h).
 *   OWN_APPROXIMATE, OWN_APPROXIMATE_F32
 *              the file defines this loop itself
 *   LOOP_F64   true if the file defines its own loop of f64; else settled_loop_template.h makes
 *              it, with ENCLOSED_F64 if that is defined
 *
 * QUICK and all names below it are optional. In a build without vectors ENCLOSED and DOUBLES change
 * nothing.
 */
#include "function/one_operand.h"

#ifndef TO_ODD
#error "TO_ODD is missing: define it as the function of scalar/ that rounds to odd"
#endif

#if defined(QUICK) || defined(FAR)
SB_SELDOM
#endif
static void evaluate(double *x, int64_t count, const double *parameters)
{
    const double parameter = parameters[0];
    (void)parameter;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) x[i] = TO_ODD(x[i]);
}

#if defined(DOUBLES) && SB_HAS_DECIDE_LANES
#define OWN_APPROXIMATE_F32
#include "function/doubles_template.h"
#endif

#if defined(FAR)
#define APPROXIMATE approximate
#define OPERAND double
#include "function/far_template.h"
#define APPROXIMATE approximate_f32
#define OPERAND float
#include "function/far_template.h"
#elif defined(QUICK)
#ifndef OWN_APPROXIMATE
static void approximate(const double *x, double *v, int64_t count, const double *parameters)
{
    const double parameter = parameters[0];
    (void)parameter;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) v[i] = SB_FUNCTION_TIES(x[i], QUICK(x[i]));
}
#endif
#ifndef OWN_APPROXIMATE_F32
static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters)
{
    const double parameter = parameters[0];
    (void)parameter;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) v[i] = QUICK(x[i]);
}
#endif
#endif

#if defined(ENCLOSED) && SB_HAS_LANES
#include "function/enclosed_template.h"
#endif

static const sb_function function = {
    .low = SB_FUNCTION_LOW,
    .high = SB_FUNCTION_HIGH,
    .evaluate = evaluate,
#ifdef QUICK
    .approximate = approximate,
    .approximate_f32 = approximate_f32,
#endif
#if defined(ENCLOSED) && SB_HAS_LANES
    .enclose = enclose,
    .nearly = nearly,
#endif
};

static void loop_f32(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    sb_function_f32(&function, count, inputs, output, parameters);
}

#define FORMAT f16
#define BITS 16
#include "function/remembering_template.h"
#define FORMAT bf16
#define BITS 16
#include "function/remembering_template.h"
#define FORMAT f8e4m3fn
#define BITS 8
#include "function/remembering_template.h"
#define FORMAT f8e5m2
#define BITS 8
#include "function/remembering_template.h"

#ifndef LOOP_F64
#define OPERANDS 1
#include "function/settled_loop_template.h"
#endif

#define LASTING true
#include "elementwise/float_formats_kernel.h"
