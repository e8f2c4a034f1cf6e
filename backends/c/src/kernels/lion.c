/* lion.c - a step of Lion in one pass over memory (clauses G1, G3, G8). */
#include "optimizers/slope.h"

/* scalars; each REST is 1 - beta, and PACE is -lr */
enum { SIGN, DECAY, BETA1, REST1, BETA2, REST2, PACE };
enum { HEAVY }; /* flag: there is a weight decay */

#include "fused/step_names_f32.h"
#include "optimizers/lion_template.h"
#include "fused/step_names_f64.h"
#include "optimizers/lion_template.h"

static const sb_parameter attributes[] = {
    {"lr", SB_NUMBER, 1e-4},          {"beta1", SB_NUMBER, 0.9},  {"beta2", SB_NUMBER, 0.99},
    {"weight_decay", SB_NUMBER, 0.0}, {"maximize", SB_FLAG, 0.0}, {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_step_supports(inputs, input_count, 3, outputs, output_count, 2);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const char *const least[] = {"lr", "weight_decay", NULL};
    static const char *const fractions[] = {"beta1", "beta2", NULL};
    static const sb_step_loops loops = {loop_f32, loop_f64};
    const double beta1 = sb_attribute_number(context, "beta1");
    const double beta2 = sb_attribute_number(context, "beta2");
    const double decay = sb_attribute_number(context, "weight_decay");
    const sb_status status = sb_step_check(context, least, fractions);
    if (status != SB_OK)
        return status;
    const sb_step step = {.scalars = {[SIGN] = slope_sign(context),
                                      [DECAY] = decay,
                                      [BETA1] = beta1,
                                      [REST1] = 1.0 - beta1,
                                      [BETA2] = beta2,
                                      [REST2] = 1.0 - beta2,
                                      [PACE] = -sb_attribute_number(context, "lr")},
                          .flags = {[HEAVY] = decay != 0.0}};
    return sb_step_run_call(context, &loops, &step, inputs, outputs);
}

const sb_kernel sb_kernel_lion = {
    .op = "lion", .supports = supports, .run = run, .in_place = true, .parameters = attributes};
