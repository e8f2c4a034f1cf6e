/* sgd.c - a step of gradient descent, with momentum, in one pass over memory (clauses G1, G3, G8).
 */
#include "optimizers/slope.h"

enum { SIGN, DECAY, MOMENTUM, REST, PACE }; /* scalars; REST is 1 - dampening, PACE is -lr */
enum { HEAVY, KEPT, NESTEROV };             /* flags: a weight decay, a buffer, Nesterov momentum */

#include "fused/step_names_f32.h"
#include "optimizers/sgd_template.h"
#include "fused/step_names_f64.h"
#include "optimizers/sgd_template.h"

static const sb_parameter attributes[] = {{"lr", SB_NUMBER, 1e-3},
                                          {"momentum", SB_NUMBER, 0.0},
                                          {"dampening", SB_NUMBER, 0.0},
                                          {"weight_decay", SB_NUMBER, 0.0},
                                          {"nesterov", SB_FLAG, 0.0},
                                          {"maximize", SB_FLAG, 0.0},
                                          {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_step_supports(inputs, input_count, 2, outputs, output_count, 2) ||
           sb_step_supports(inputs, input_count, 3, outputs, output_count, 2);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const char *const least[] = {"lr", "momentum", "weight_decay", NULL};
    static const char *const fractions[] = {NULL};
    static const sb_step_loops loops = {loop_f32, loop_f64};
    const bool kept = context->call->input_count == 3;
    const bool nesterov = sb_attribute_flag(context, "nesterov");
    const double momentum = sb_attribute_number(context, "momentum");
    const double dampening = sb_attribute_number(context, "dampening");
    const double decay = sb_attribute_number(context, "weight_decay");
    const sb_status status = sb_step_check(context, least, fractions);
    if (status != SB_OK)
        return status;
    if (kept && momentum == 0.0)
        return sb_fail(context, SB_INVALID, "sgd: a momentum_buffer needs a momentum");
    if (nesterov && (momentum == 0.0 || dampening != 0.0))
        return sb_fail(context, SB_INVALID, "sgd: nesterov needs a momentum and no dampening");
    const sb_step step = {.scalars = {[SIGN] = slope_sign(context),
                                      [DECAY] = decay,
                                      [MOMENTUM] = momentum,
                                      [REST] = 1.0 - dampening,
                                      [PACE] = -sb_attribute_number(context, "lr")},
                          .flags = {[HEAVY] = decay != 0.0, [KEPT] = kept, [NESTEROV] = nesterov}};
    return sb_step_run_call(context, &loops, &step, inputs, outputs);
}

const sb_kernel sb_kernel_sgd = {
    .op = "sgd", .supports = supports, .run = run, .in_place = true, .parameters = attributes};
