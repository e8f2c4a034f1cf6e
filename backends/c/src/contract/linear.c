/* linear.c - x[..., K] times weight[N, K] transposed, and a bias; see product.h.
 *
 * Leading axes that are consecutive in memory, in x and in the result, become one axis of rows. If
 * a layout does not allow that, the next group of axes is a batch, and a loop runs over the others.
 */
#include "contract/product.h"

typedef struct stretch {
    int64_t count, x, y; /* elements, and the byte strides in x and in the result */
} stretch;

/* Combine the leading axes into as few axes as possible, innermost first. Return the number of
 * axes. */
static int stretches_of(const sb_array *x, const sb_array *y, stretch *found)
{
    int count = 0;
    for (int axis = x->rank - 2; axis >= 0; --axis) {
        stretch next = {x->shape[axis], x->strides[axis], y->strides[axis]};
        stretch *inner = count ? &found[count - 1] : NULL;
        if (next.count == 1)
            continue;
        if (inner && next.x == inner->count * inner->x && next.y == inner->count * inner->y)
            inner->count *= next.count;
        else
            found[count++] = next;
    }
    return count;
}

static bool shapes_fit(const sb_context *context, const sb_array *x, const sb_array *weight,
                       const sb_array *bias, const sb_array *y)
{
    if (x->rank < 1 || weight->rank != 2 || y->rank != x->rank)
        return false;
    for (int axis = 0; axis < x->rank - 1; ++axis)
        if (y->shape[axis] != x->shape[axis])
            return false;
    int64_t n = weight->shape[0];
    bool biased = context->call->input_count == 3;
    return y->shape[y->rank - 1] == n && x->shape[x->rank - 1] == weight->shape[1] &&
           (!biased || (bias->rank == 1 && bias->shape[0] == n));
}

sb_status sb_linear_call(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *weight = &inputs[1], *bias = &inputs[2], *y = &outputs[0];
    if (!shapes_fit(context, x, weight, bias, y))
        return sb_fail(context, SB_INVALID, "%s: the shapes of operands and result do not fit",
                       context->call->op);
    if (sb_element_count(y) == 0)
        return SB_OK;
    stretch axes[SB_MAX_RANK] = {{1, 0, 0}, {1, 0, 0}};
    int count = stretches_of(x, y, axes), last = x->rank - 1;
    sb_product product = {
        .m = axes[0].count,
        .n = weight->shape[0],
        .k = weight->shape[1],
        .a = {x->data, axes[0].x, x->strides[last], x->format},
        .b = {weight->data, weight->strides[1], weight->strides[0], weight->format},
        .c = {y->data, axes[0].y, y->strides[last], y->format}};
    if (context->call->input_count == 3)
        product.bias = (sb_matrix){bias->data, 0, bias->strides[0], bias->format};
    int64_t batches = count > 1 ? axes[1].count : 1, others = 1;
    for (int i = 2; i < count; ++i) others *= axes[i].count;
    for (int64_t index = 0; index < others; ++index) {
        sb_product part = product;
        int64_t rest = index;
        for (int i = 2; i < count; ++i, rest /= axes[i - 1].count) {
            part.a.data += rest % axes[i].count * axes[i].x;
            part.c.data += rest % axes[i].count * axes[i].y;
        }
        sb_status status = sb_product_batch(context, &part, batches, axes[1].x, 0, axes[1].y);
        if (status != SB_OK)
            return status;
    }
    return SB_OK;
}
