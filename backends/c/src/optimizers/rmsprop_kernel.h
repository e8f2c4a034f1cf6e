/* rmsprop_kernel.h - the kernel of rmsprop or centered_rmsprop (clauses G1, G3, G8).
 *
 *   OP                 the op's name
 *   RMSPROP_CENTERED   1 if the square of the mean is subtracted, else 0
 */
#include "optimizers/slope.h"

enum { /* scalars */
       RMSPROP_SIGN,
       RMSPROP_DECAY,
       RMSPROP_ALPHA,
       RMSPROP_REST,   /* 1 - alpha */
       RMSPROP_WEIGHT, /* weight of the mean: 1 - alpha, or -(1 - (1 - alpha)) if 1 - alpha is not
                        * small */
       RMSPROP_EPS,
       RMSPROP_MOMENTUM,
       RMSPROP_PACE /* -lr */
};

enum { RMSPROP_HEAVY, RMSPROP_NEAR, RMSPROP_KEPT, RMSPROP_LEAST = RMSPROP_CENTERED ? 4 : 3 };

#include "fused/step_names_f32.h"
#include "optimizers/rmsprop_template.h"
#include "fused/step_names_f64.h"
#include "optimizers/rmsprop_template.h"

static const sb_parameter attributes[] = {{"lr", SB_NUMBER, 1e-2},
                                          {"alpha", SB_NUMBER, 0.99},
                                          {"eps", SB_NUMBER, 1e-8},
                                          {"weight_decay", SB_NUMBER, 0.0},
                                          {"momentum", SB_NUMBER, 0.0},
                                          {"maximize", SB_FLAG, 0.0},
                                          {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    const int least = RMSPROP_LEAST;
    return sb_step_supports(inputs, input_count, least, outputs, output_count, least - 1) ||
           sb_step_supports(inputs, input_count, least + 1, outputs, output_count, least);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const char *const least[] = {"lr", "alpha", "eps", "weight_decay", "momentum", NULL};
    static const char *const fractions[] = {NULL};
    static const sb_step_loops loops = {loop_f32, loop_f64};
    const bool kept = context->call->input_count > RMSPROP_LEAST;
    const double alpha = sb_attribute_number(context, "alpha"), rest = 1.0 - alpha;
    const double decay = sb_attribute_number(context, "weight_decay");
    const double momentum = sb_attribute_number(context, "momentum");
    const bool near = rest < 0.5 && rest > -0.5;
    const sb_status status = sb_step_check(context, least, fractions);
    if (status != SB_OK)
        return status;
    if (!kept && momentum != 0.0)
        return sb_fail(context, SB_INVALID, "%s: momentum needs a momentum_buffer",
                       context->call->op);
    const sb_step step = {
        .scalars = {[RMSPROP_SIGN] = slope_sign(context),
                    [RMSPROP_DECAY] = decay,
                    [RMSPROP_ALPHA] = alpha,
                    [RMSPROP_REST] = rest,
                    [RMSPROP_WEIGHT] = near ? rest : -(1.0 - rest),
                    [RMSPROP_EPS] = sb_attribute_number(context, "eps"),
                    [RMSPROP_MOMENTUM] = momentum,
                    [RMSPROP_PACE] = -sb_attribute_number(context, "lr")},
        .flags = {[RMSPROP_HEAVY] = decay != 0.0, [RMSPROP_NEAR] = near, [RMSPROP_KEPT] = kept}};
    return sb_step_run_call(context, &loops, &step, inputs, outputs);
}

const sb_kernel SB_PASTE(sb_kernel_, OP) = {.op = SB_SPELLING(OP),
                                            .supports = supports,
                                            .run = run,
                                            .in_place = true,
                                            .parameters = attributes};
