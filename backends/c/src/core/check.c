/* check.c - see check.h. */
#include <string.h>

#include "check.h"

enum { MAX_OPERANDS = 64 };

/* The bytes that an array touches: [first, last). */
typedef struct byte_range {
    uintptr_t first, last;
} byte_range;

static byte_range range_of(const sb_array *array)
{
    uintptr_t first = (uintptr_t)array->data, last = first + sb_format_size(array->format);
    for (int i = 0; i < array->rank; i++) {
        int64_t reach = (array->shape[i] - 1) * array->strides[i];
        if (array->shape[i] == 0)
            return (byte_range){first, first};
        if (reach < 0)
            first -= (uintptr_t)-reach;
        else
            last += (uintptr_t)reach;
    }
    return (byte_range){first, last};
}

static bool intersect(byte_range a, byte_range b)
{
    return a.first < b.last && b.first < a.last;
}

static bool same_array(const sb_array *a, const sb_array *b)
{
    if (a->data != b->data || a->rank != b->rank || a->format != b->format)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->shape[i] != b->shape[i] || (a->shape[i] > 1 && a->strides[i] != b->strides[i]))
            return false;
    return true;
}

static sb_status check_array(sb_context *context, const sb_array *array, const char *role, int index)
{
    if (array->format < 0 || array->format >= SB_FORMAT_COUNT)
        return sb_fail(context, SB_INVALID, "%s: %s %d has the unknown format %d", context->call->op,
                       role, index, (int)array->format);
    if (array->rank < 0 || array->rank > SB_MAX_RANK)
        return sb_fail(context, SB_INVALID, "%s: %s %d has rank %d; at most %d is possible",
                       context->call->op, role, index, (int)array->rank, SB_MAX_RANK);
    if (array->rank > 0 && (array->shape == NULL || array->strides == NULL))
        return sb_fail(context, SB_INVALID, "%s: %s %d has no shape or strides", context->call->op,
                       role, index);
    int64_t count = 1;
    bool empty = false, huge = false;
    for (int i = 0; i < array->rank; i++) {
        if (array->shape[i] < 0)
            return sb_fail(context, SB_INVALID, "%s: %s %d has the negative size %lld",
                           context->call->op, role, index, (long long)array->shape[i]);
        empty |= array->shape[i] == 0;
        huge |= __builtin_mul_overflow(count, array->shape[i], &count);
    }
    if (huge && !empty)
        return sb_fail(context, SB_INVALID, "%s: %s %d has more than 2^63 elements",
                       context->call->op, role, index);
    if (!empty && array->data == NULL)
        return sb_fail(context, SB_INVALID, "%s: %s %d has no data", context->call->op, role, index);
    return SB_OK;
}

/* Whether two elements of an output share a byte, judged by axis: each stride must reach past
 * everything that the axes of smaller strides cover. */
static bool overlaps_itself(const sb_array *array)
{
    int64_t covered = (int64_t)sb_format_size(array->format), last = 0;
    if (sb_element_count(array) == 0) /* NumPy gives empty arrays strides of 0 */
        return false;
    for (;;) { /* axes in ascending order of stride */
        int64_t step = INT64_MAX, size = 0;
        int used = 0;
        for (int i = 0; i < array->rank; i++) {
            int64_t stride = array->strides[i] < 0 ? -array->strides[i] : array->strides[i];
            if (array->shape[i] == 1 || stride < last)
                continue;
            if (stride == 0)
                return true;
            if (stride > last && stride < step) {
                step = stride;
                size = array->shape[i];
                used = 1;
            } else if (stride == step) {
                used++;
            }
        }
        if (used == 0)
            return false;
        if (used > 1 || step < covered)
            return true;
        covered += (size - 1) * step;
        last = step;
    }
}

sb_status sb_check_arrays(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_call *call = context->call;
    if (call->input_count < 0 || call->input_count > MAX_OPERANDS || call->output_count < 1 ||
        call->output_count > MAX_OPERANDS || inputs == NULL || outputs == NULL)
        return sb_fail(context, SB_INVALID, "%s: %d inputs and %d outputs are not possible",
                       call->op, (int)call->input_count, (int)call->output_count);
    if (call->attribute_count < 0 || (call->attribute_count > 0 && call->attributes == NULL))
        return sb_fail(context, SB_INVALID, "%s: the attributes are missing", call->op);
    for (int i = 0; i < call->input_count; i++) {
        sb_status status = check_array(context, &inputs[i], "input", i);
        if (status != SB_OK)
            return status;
    }
    for (int i = 0; i < call->output_count; i++) {
        sb_status status = check_array(context, &outputs[i], "output", i);
        if (status != SB_OK)
            return status;
        if (overlaps_itself(&outputs[i]))
            return sb_fail(context, SB_INVALID, "%s: elements of output %d overlap each other",
                           call->op, i);
    }
    return SB_OK;
}

sb_status sb_check_overlap(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                           bool in_place)
{
    const sb_call *call = context->call;
    for (int o = 0; o < call->output_count; o++) {
        byte_range range = range_of(&outputs[o]);
        for (int i = 0; i < call->input_count; i++)
            if (intersect(range, range_of(&inputs[i])) &&
                !(in_place && same_array(&inputs[i], &outputs[o])))
                return sb_fail(context, SB_OVERLAP, "%s: output %d shares memory with input %d",
                               call->op, o, i);
        for (int other = 0; other < o; other++)
            if (intersect(range, range_of(&outputs[other])))
                return sb_fail(context, SB_INVALID, "%s: outputs %d and %d share memory", call->op,
                               other, o);
    }
    return SB_OK;
}
