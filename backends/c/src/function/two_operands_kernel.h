/* two_operands_kernel.h - the kernel of a function of two operands: a template, included at the end
 * of a kernel file.
 *
 *   OP        the op's name
 *   TO_ODD    TO_ODD(x, y) is f(x, y) rounded to odd in binary64, for all operands
 *   QUICK     QUICK(x, y) is f(x, y) to a relative 2^-44, or NaN (decide.h)
 *   OWN_EVALUATE, OWN_APPROXIMATE_F32
 *             the file defines this loop itself; TO_ODD is not needed with OWN_EVALUATE
 *   OWN_NEARLY
 *             the file has a loop `nearly` (two_operands.h)
 *   OWN_EASY  the file has easy_f32 and easy_f64, which compute operands that need no function, and
 *             return whether they did
 */
#include "function/two_operands.h"

#ifndef OWN_EVALUATE
SB_SELDOM static void evaluate(double *x, const double *y, int64_t count)
{
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) x[i] = TO_ODD(x[i], y[i]);
}
#endif

static void approximate(const double *x, const double *y, double *v, int64_t count)
{
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) v[i] = QUICK(x[i], y[i]);
}

#ifndef OWN_APPROXIMATE_F32
static void approximate_f32(const float *x, const float *y, double *v, int64_t count)
{
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) v[i] = QUICK(x[i], y[i]);
}
#endif

static const sb_function2 function = {
    .approximate = approximate,
    .approximate_f32 = approximate_f32,
    .evaluate = evaluate,
#ifdef OWN_NEARLY
    .nearly = nearly,
#endif
};

#define FORMAT f32
#include "function/loop_two_template.h"
#define FORMAT f16
#include "function/loop_two_template.h"
#define FORMAT bf16
#include "function/loop_two_template.h"
#define FORMAT f8e4m3fn
#include "function/loop_two_template.h"
#define FORMAT f8e5m2
#include "function/loop_two_template.h"

#define OPERANDS 2
#include "function/settled_loop_template.h"

#ifdef OWN_EASY
static void any_f64(int64_t count, const void *const *inputs, void *output,
                    const double *parameters)
{
    if (!easy_f64(count, inputs, output))
        loop_f64(count, inputs, output, parameters);
}

static void any_f32(int64_t count, const void *const *inputs, void *output,
                    const double *parameters)
{
    if (!easy_f32(count, inputs, output))
        loop_f32(count, inputs, output, parameters);
}
#else
#define any_f64 loop_f64
#define any_f32 loop_f32
#endif

static const sb_variant variants[] = {{{SB_F64, SB_F64}, SB_F64, any_f64},
                                      {{SB_F32, SB_F32}, SB_F32, any_f32},
                                      {{SB_F16, SB_F16}, SB_F16, loop_f16},
                                      {{SB_BF16, SB_BF16}, SB_BF16, loop_bf16},
                                      {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},
                                      {{SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},
                                      {{0}, 0, NULL}};

#define ARITY 2
#include "elementwise/kernel_template.h"
