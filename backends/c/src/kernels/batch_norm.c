/* batch_norm.c - the op batch_norm (clauses G6.9, G6.10); see fused/channel_norm.c.
 *
 * A momentum that is None is left out. The weight of the batch is then 1 / new_num_batches_tracked.
 */
#include <string.h>

#include "fused/channel_call.h"
#include "fused/channel_norm.h"
#include "moves/index.h"

enum { X, WEIGHT, BIAS, RUNNING_MEAN, RUNNING_VARIANCE, TRACKED, ALL };

/* Compute the weights of the new and the old statistics, which are host scalars (G3). */
static void find_weights(sb_context *context, int64_t tracked, sb_channel_norm *norm)
{
    double factor = 1.0 / (double)tracked;
    if (sb_attribute_find(context, "momentum") != NULL)
        factor = sb_attribute_number(context, "momentum");
    norm->factor = (float)factor;
    norm->rest = (float)(1.0 - factor);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const int given = context->call->input_count;
    const bool running = given == ALL;
    const sb_array *x = &inputs[X];
    sb_channel_norm norm = {.weight = given > WEIGHT ? &inputs[WEIGHT] : NULL,
                            .bias = given > BIAS ? &inputs[BIAS] : NULL,
                            .mean = &outputs[1],
                            .rstd = &outputs[2],
                            .eps = (float)sb_attribute_real(context, "eps")};
    for (int i = 0; running && i < 2; ++i) {
        norm.old[i] = &inputs[RUNNING_MEAN + i];
        norm.new[i] = &outputs[RUNNING_MEAN + i];
    }
    const sb_channel_shapes shapes = {.whole = {&outputs[0]},
                                      .channels = {norm.weight, norm.bias, norm.mean, norm.rstd,
                                                   norm.old[0], norm.old[1], norm.new[0],
                                                   norm.new[1]}};
    sb_status status = sb_channel_check(context, x, &shapes);
    if (status == SB_OK && running)
        status = sb_shape_check(context, &inputs[TRACKED], 0, NULL, "number of batches");
    if (status == SB_OK && running)
        status = sb_shape_check(context, &outputs[TRACKED], 0, NULL, "number of batches");
    if (status != SB_OK)
        return status;
    if (!(sb_attribute_number(context, "eps") > 0.0))
        return sb_fail(context, SB_INVALID, "batch_norm: eps must be above zero");
    if (sb_channel_values(x) == 1)
        return sb_fail(context, SB_INVALID, "batch_norm: a channel has one value");
    uint64_t tracked = 0;
    if (running) {
        memcpy(&tracked, inputs[TRACKED].data, sizeof tracked);
        ++tracked;
        find_weights(context, (int64_t)tracked, &norm);
    }
    status = sb_channel_norm_run(context, x, &outputs[0], &norm);
    if (status == SB_OK && running)
        memcpy(outputs[TRACKED].data, &tracked, sizeof tracked);
    return status;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    const bool running = input_count == ALL;
    if ((!running && (input_count < 1 || input_count > RUNNING_MEAN)) ||
        output_count != (running ? ALL : RUNNING_MEAN) || !sb_is_short(inputs[0]))
        return false;
    const int floats = running ? TRACKED : input_count, results = running ? TRACKED : output_count;
    return sb_channel_formats(inputs, floats, inputs[0], 0, 0) &&
           sb_channel_formats(outputs, results, inputs[0], 1, 3) &&
           (!running || (inputs[TRACKED] == SB_I64 && outputs[TRACKED] == SB_I64));
}

static const sb_parameter attributes[] = {
    {"eps", SB_REAL, 1e-5}, {"momentum", SB_REAL, 0.0}, {NULL, 0, 0.0}};

const sb_kernel sb_kernel_batch_norm = {
    .op = "batch_norm", .supports = supports, .run = run, .parameters = attributes};
