/* adam_kernel.h - the kernel of adam or adamw: a step in one pass over memory (clauses G1, G3, G8).
 *
 *   OP            the op's name
 *   ADAM_APART    1 if the weight decay is separate from the gradients, as in AdamW, else 0
 *   ADAM_LIGHT    the default of weight_decay
 */
#include "optimizers/power.h"
#include "optimizers/slope.h"

enum {              /* scalars */
       ADAM_SIGN,   /* -1 with `maximize`, else 1 */
       ADAM_DECAY,  /* the factor of the parameters, or of the term added to the gradients */
       ADAM_WEIGHT, /* weight of the mean: 1 - beta1, or -(1 - (1 - beta1)) if 1 - beta1 is not
                     * small */
       ADAM_BETA2,
       ADAM_REST, /* 1 - beta2 */
       ADAM_ROOT, /* sqrt(1 - beta2^step) */
       ADAM_EPS,
       ADAM_PACE /* -(lr / (1 - beta1^step)) */
};

enum { ADAM_HEAVY, ADAM_NEAR, ADAM_AMSGRAD }; /* flags */

#include "fused/step_names_f32.h"
#include "optimizers/adam_template.h"
#include "fused/step_names_f64.h"
#include "optimizers/adam_template.h"

static const sb_parameter attributes[] = {{"lr", SB_NUMBER, 1e-3},
                                          {"beta1", SB_NUMBER, 0.9},
                                          {"beta2", SB_NUMBER, 0.999},
                                          {"eps", SB_NUMBER, 1e-8},
                                          {"weight_decay", SB_NUMBER, ADAM_LIGHT},
                                          {"step", SB_INTEGERS, 0.0},
                                          {"maximize", SB_FLAG, 0.0},
                                          {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_step_supports(inputs, input_count, 4, outputs, output_count, 3) ||
           sb_step_supports(inputs, input_count, 5, outputs, output_count, 4);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const char *const least[] = {"lr", "eps", "weight_decay", NULL};
    static const char *const fractions[] = {"beta1", "beta2", NULL};
    static const sb_step_loops loops = {adam_loop_f32, adam_loop_f64};
    int64_t number = 1;
    double first, second;
    sb_status status = sb_step_check(context, least, fractions);
    if (status == SB_OK)
        status = sb_step_number(context, &number);
    const double lr = sb_attribute_number(context, "lr");
    const double beta1 = sb_attribute_number(context, "beta1");
    const double beta2 = sb_attribute_number(context, "beta2");
    const double decay = sb_attribute_number(context, "weight_decay");
    if (status == SB_OK && !(sb_power(beta1, number, &first) && sb_power(beta2, number, &second)))
        status = sb_fail(context, SB_NO_MEMORY, "%s: no memory for a power", context->call->op);
    if (status != SB_OK)
        return status;
    const double weight = 1.0 - beta1;
    const sb_step step = {.scalars = {[ADAM_SIGN] = slope_sign(context),
                                      [ADAM_DECAY] = ADAM_APART ? 1.0 - lr * decay : decay,
                                      [ADAM_WEIGHT] = weight < 0.5 ? weight : -(1.0 - weight),
                                      [ADAM_BETA2] = beta2,
                                      [ADAM_REST] = 1.0 - beta2,
                                      [ADAM_ROOT] = __builtin_sqrt(1.0 - second),
                                      [ADAM_EPS] = sb_attribute_number(context, "eps"),
                                      [ADAM_PACE] = -(lr / (1.0 - first))},
                          .flags = {[ADAM_HEAVY] = decay != 0.0,
                                    [ADAM_NEAR] = weight < 0.5,
                                    [ADAM_AMSGRAD] = context->call->input_count == 5}};
    return sb_step_run_call(context, &loops, &step, inputs, outputs);
}

const sb_kernel SB_PASTE(sb_kernel_, OP) = {.op = SB_SPELLING(OP),
                                            .supports = supports,
                                            .run = run,
                                            .in_place = true,
                                            .parameters = attributes};
