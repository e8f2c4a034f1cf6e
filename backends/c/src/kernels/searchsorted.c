/* searchsorted.c - the op searchsorted (clause S3); see order/search.h. */
#include "order/search.h"

static const sb_parameter attributes[] = {{"right", SB_FLAG, 0.0}, {NULL, 0, 0.0}};

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_search_run(context, &inputs[0], &inputs[1], &outputs[0],
                         sb_attribute_flag(context, "right"));
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    if (input_count != 2 || output_count != 1 || inputs[0] != inputs[1] || outputs[0] != SB_I64)
        return false;
    switch (inputs[0]) {
    case SB_F64:
    case SB_F32:
    case SB_F16:
    case SB_BF16:
    case SB_I64:
    case SB_I32: return true;
    default: return false;
    }
}

const sb_kernel sb_kernel_searchsorted = {
    .op = "searchsorted", .supports = supports, .run = run, .parameters = attributes};
