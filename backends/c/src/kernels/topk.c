/* topk.c - the op topk (clause S3); see order/order.h. */
#include "moves/index.h"
#include "order/order.h"

static const sb_parameter attributes[] = {
    {"axis", SB_INTEGERS, 0.0}, {"k", SB_INTEGERS, 0.0}, {"largest", SB_FLAG, 1.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    sb_order order = {.x = &inputs[0],
                      .values = &outputs[0],
                      .places = &outputs[1],
                      .descending = sb_attribute_flag(context, "largest")};
    sb_status status = sb_axis_of(context, inputs->rank, -1, &order.axis);
    if (status == SB_OK)
        status = sb_integer_of(context, "k", -1, &order.k);
    if (status != SB_OK)
        return status;
    if (order.k < 0 || order.k > inputs->shape[order.axis])
        return sb_fail(context, SB_INVALID, "topk: k=%lld is not in 0 .. %lld", (long long)order.k,
                       (long long)inputs->shape[order.axis]);
    int64_t shape[SB_MAX_RANK];
    for (int i = 0; i < inputs->rank; ++i) shape[i] = i == order.axis ? order.k : inputs->shape[i];
    for (int i = 0; i < 2 && status == SB_OK; ++i)
        status = sb_shape_check(context, &outputs[i], inputs->rank, shape,
                                i == 0 ? "values" : "indices");
    return status == SB_OK ? sb_order_run(context, &order) : status;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 2 && inputs[0] == outputs[0] && outputs[1] == SB_I64;
}

const sb_kernel sb_kernel_topk = {
    .op = "topk", .supports = supports, .run = run, .parameters = attributes};
