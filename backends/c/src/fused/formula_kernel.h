/* formula_kernel.h - the kernel of an elementwise graph with one result (clauses G1, G9, R4.5): a
 * template.
 *
 *   OP         the op's name
 *   OPERANDS   number of operands, 1 to 4
 *   NUMBERS    its attributes, at most two numbers, as entries of a table; default: none
 *   FORMULA    (x, y, z, w, s, t, flag): the nodes between the casts, in `real`; x to w are
 *              elements of the operands, s and t are the numbers, each rounded once to `real`
 *   PREPARE    a function that first changes the numbers and the flag; default: none
 *   IN_ORDER   defined if the first number must not be above the second
 */
#include "fused/step_functions.h"
#include "fused/steps.h"

#ifndef NUMBERS
#define NUMBERS
#endif

#include "fused/step_names_f32.h"
#include "fused/formula_template.h"
#include "fused/step_names_f64.h"
#include "fused/formula_template.h"

static const sb_parameter attributes[] = {NUMBERS{NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_step_supports(inputs, input_count, OPERANDS, outputs, output_count, 1);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const sb_step_loops loops = {loop_f32, loop_f64};
    sb_step step = {{0}, {false}, NULL};
    for (int i = 0; attributes[i].name != NULL; i++)
        step.scalars[i] = sb_attribute_number(context, attributes[i].name);
#ifdef IN_ORDER
    if (step.scalars[0] > step.scalars[1])
        return sb_fail(context, SB_INVALID, "%s: %s=%g is above %s=%g; exchange them",
                       context->call->op, attributes[0].name, step.scalars[0], attributes[1].name,
                       step.scalars[1]);
#endif
#ifdef PREPARE
    PREPARE(&step);
#endif
    return sb_step_run_call(context, &loops, &step, inputs, outputs);
}

const sb_kernel SB_PASTE(sb_kernel_, OP) = {.op = SB_SPELLING(OP),
                                            .supports = supports,
                                            .run = run,
                                            .in_place = true,
                                            .parameters = attributes};
