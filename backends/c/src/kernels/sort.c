/* sort.c - the op sort (clause S3); see order/order.h. */
#include "order/order.h"

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_sort_run(context, inputs, outputs, false);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0];
}

const sb_kernel sb_kernel_sort = {
    .op = "sort", .supports = supports, .run = run, .parameters = sb_sort_parameters};
