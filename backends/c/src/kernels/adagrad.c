/* adagrad.c - a step of Adagrad in one pass over memory (clauses G1, G3, G8). */
#include "optimizers/slope.h"

enum { SIGN, DECAY, EPS, PACE }; /* scalars; PACE is -(lr / (1 + (step - 1) * lr_decay)) */
enum { HEAVY };                  /* flag: there is a weight decay */

#include "fused/step_names_f32.h"
#include "optimizers/adagrad_template.h"
#include "fused/step_names_f64.h"
#include "optimizers/adagrad_template.h"

static const sb_parameter attributes[] = {{"lr", SB_NUMBER, 1e-2},
                                          {"lr_decay", SB_NUMBER, 0.0},
                                          {"weight_decay", SB_NUMBER, 0.0},
                                          {"eps", SB_NUMBER, 1e-10},
                                          {"step", SB_INTEGERS, 0.0},
                                          {"maximize", SB_FLAG, 0.0},
                                          {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_step_supports(inputs, input_count, 3, outputs, output_count, 2);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const char *const least[] = {"lr", "lr_decay", "weight_decay", "eps", NULL};
    static const char *const fractions[] = {NULL};
    static const sb_step_loops loops = {loop_f32, loop_f64};
    int64_t number = 1;
    sb_status status = sb_step_check(context, least, fractions);
    if (status == SB_OK)
        status = sb_step_number(context, &number);
    if (status != SB_OK)
        return status;
    const double decay = sb_attribute_number(context, "weight_decay");
    const double slower = ((double)number - 1.0) * sb_attribute_number(context, "lr_decay");
    const sb_step step = {
        .scalars = {[SIGN] = slope_sign(context),
                    [DECAY] = decay,
                    [EPS] = sb_attribute_number(context, "eps"),
                    [PACE] = -(sb_attribute_number(context, "lr") / (1.0 + slower))},
        .flags = {[HEAVY] = decay != 0.0}};
    return sb_step_run_call(context, &loops, &step, inputs, outputs);
}

const sb_kernel sb_kernel_adagrad = {
    .op = "adagrad", .supports = supports, .run = run, .in_place = true, .parameters = attributes};
