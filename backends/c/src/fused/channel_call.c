/* channel_call.c - see channel_call.h. */
#include "fused/channel_call.h"

#include "moves/index.h"

sb_status sb_channel_check(sb_context *context, const sb_array *x, const sb_channel_shapes *shapes)
{
    if (x->rank < 2)
        return sb_fail(context, SB_INVALID, "%s: x must be [N, C, *S], got rank %d",
                       context->call->op, (int)x->rank);
    sb_status status = SB_OK;
    for (int i = 0; status == SB_OK && i < 2; ++i)
        if (shapes->whole[i])
            status = sb_shape_check(context, shapes->whole[i], x->rank, x->shape, "arrays like x");
    for (int i = 0; status == SB_OK && i < 9; ++i)
        if (shapes->channels[i])
            status =
                sb_shape_check(context, shapes->channels[i], 1, x->shape + 1, "arrays of channels");
    return status;
}

int64_t sb_channel_values(const sb_array *x)
{
    int64_t values = x->shape[0];
    for (int i = 2; i < x->rank; ++i) values *= x->shape[i];
    return values;
}

bool sb_channel_formats(const int32_t *formats, int count, int32_t x, int first, int end)
{
    for (int i = 0; i < count; ++i)
        if (formats[i] != (first <= i && i < end ? SB_F32 : x))
            return false;
    return true;
}
