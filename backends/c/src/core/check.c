/* check.c - see check.h. */
#include <string.h>

#include "check.h"

enum { MAX_OPERANDS = 64, MAX_ATTRIBUTES = 64 };

/* The largest allowed distance in bytes of an element from the array's data pointer. Sums of a few
 * such distances never overflow. */
#define MAX_REACH (INT64_MAX / 8)

/* The range of bytes that an array uses: [first, last). */
typedef struct byte_range {
    uintptr_t first, last;
} byte_range;

static byte_range range_of(const sb_array *array)
{
    uintptr_t first = (uintptr_t)array->data, last = first + sb_format_size(array->format);
    if (sb_element_count(array) == 0)
        return (byte_range){first, first};
    for (int i = 0; i < array->rank; i++) {
        int64_t reach = (array->shape[i] - 1) * array->strides[i];
        if (reach < 0)
            first -= (uintptr_t)-reach;
        else
            last += (uintptr_t)reach;
    }
    return (byte_range){first, last};
}

static bool intersect(byte_range a, byte_range b) { return a.first < b.last && b.first < a.last; }

static bool same_array(const sb_array *a, const sb_array *b)
{
    if (a->data != b->data || a->rank != b->rank || a->format != b->format)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->shape[i] != b->shape[i] || (a->shape[i] > 1 && a->strides[i] != b->strides[i]))
            return false;
    return true;
}

/* Return whether a stride puts an element beyond MAX_REACH bytes or outside of the address space.
 */
static bool reaches_too_far(const sb_array *array)
{
    int64_t up = 0, down = 0;
    for (int i = 0; i < array->rank; i++) {
        int64_t reach;
        if (__builtin_mul_overflow(array->shape[i] - 1, array->strides[i], &reach) ||
            reach > MAX_REACH || reach < -MAX_REACH)
            return true;
        if (reach < 0)
            down -= reach;
        else
            up += reach;
        if (up > MAX_REACH || down > MAX_REACH)
            return true;
    }
    const uintptr_t place = (uintptr_t)array->data, size = sb_format_size(array->format);
    return (uintptr_t)down > place || (uintptr_t)up + size > UINTPTR_MAX - place;
}

static sb_status check_array(sb_context *context, const sb_array *array, const char *role,
                             int index)
{
    if (array->format < 0 || array->format >= SB_FORMAT_COUNT)
        return sb_fail(context, SB_INVALID, "%s: %s %d has the unknown format %d",
                       context->call->op, role, index, (int)array->format);
    if (array->rank < 0 || array->rank > SB_MAX_RANK)
        return sb_fail(context, SB_INVALID, "%s: %s %d has rank %d; at most %d is possible",
                       context->call->op, role, index, (int)array->rank, SB_MAX_RANK);
    if (array->rank > 0 && (array->shape == NULL || array->strides == NULL))
        return sb_fail(context, SB_INVALID, "%s: %s %d has no shape or strides", context->call->op,
                       role, index);
    int64_t count = 1;
    bool empty = false, huge = false; /* an empty array may have any other sizes and strides */
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
        return sb_fail(context, SB_INVALID, "%s: %s %d has no data", context->call->op, role,
                       index);
    if (!empty && reaches_too_far(array))
        return sb_fail(context, SB_INVALID, "%s: the strides of %s %d leave the address space",
                       context->call->op, role, index);
    return SB_OK;
}

/* Return whether two elements of an output may share a byte. Each stride must be larger than
 * everything that the axes with smaller strides cover. */
static bool overlaps_itself(const sb_array *array)
{
    int64_t covered = (int64_t)sb_format_size(array->format), last = 0;
    if (sb_element_count(array) == 0) /* NumPy gives empty arrays strides of 0 */
        return false;
    for (;;) { /* axes in ascending order of stride */
        int64_t step = INT64_MAX, size = 0;
        int used = 0;
        for (int i = 0; i < array->rank; i++) {
            /* The stride of this axis is never used, and may be anything. */
            if (array->shape[i] == 1)
                continue;
            int64_t stride = array->strides[i] < 0 ? -array->strides[i] : array->strides[i];
            if (stride < last)
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

static const sb_parameter *find_parameter(const sb_kernel *kernel, const char *name)
{
    for (const sb_parameter *p = kernel->parameters; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

static bool is_number(sb_parameter_kind kind)
{
    return kind == SB_NUMBER || kind == SB_REAL || kind == SB_FACTOR || kind == SB_DIVISOR;
}

/* Test the bits, because the caller's floating-point mode may treat subnormal numbers as zeros. */
static bool is_nonzero(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits << 1 != 0;
}

/* Refuse a number that is not finite in the compute format, or a divisor that is zero there. The
 * limits are binary64 constants, because the caller's rounding mode is still active while a call is
 * checked. */
static sb_status check_real(sb_context *context, const sb_parameter *known, bool wide)
{
    const double value = sb_attribute_number(context, known->name);
    const double size = value < 0.0 ? -value : value;
    const char *op = context->call->op, *format = wide ? "binary64" : "binary32";
    if (!(wide ? size <= 0x1.fffffffffffffp1023 : size < 0x1.ffffffp127))
        return sb_fail(context, SB_INVALID, "%s: the attribute %s is %g, not finite in %s", op,
                       known->name, value, format);
    if (known->kind == SB_DIVISOR && !(wide ? is_nonzero(value) : size > 0x1p-150))
        return sb_fail(context, SB_INVALID, "%s: the attribute %s is %g, zero in %s", op,
                       known->name, value, format);
    return SB_OK;
}

/* Check the attributes that are numbers in the format of the operands. */
static sb_status check_factors(sb_context *context, const sb_array *inputs)
{
    bool wide = false;
    for (int i = 0; i < context->call->input_count; i++) wide |= inputs[i].format == SB_F64;
    for (const sb_parameter *p = context->kernel->parameters; p != NULL && p->name != NULL; p++) {
        if (p->kind != SB_FACTOR && p->kind != SB_DIVISOR)
            continue;
        sb_status status = check_real(context, p, wide);
        if (status != SB_OK)
            return status;
    }
    return SB_OK;
}

static sb_status check_attribute(sb_context *context, int index)
{
    const sb_attribute *given = &context->call->attributes[index];
    const char *op = context->call->op, *name = given->name;
    if (name == NULL)
        return sb_fail(context, SB_INVALID, "%s: attribute %d has no name", op, index);
    const sb_parameter *known = find_parameter(context->kernel, name);
    if (known == NULL)
        return sb_fail(context, SB_INVALID, "%s has no attribute %s", op, name);
    if (sb_attribute_find(context, name) != given)
        return sb_fail(context, SB_INVALID, "%s: the attribute %s is given twice", op, name);
    if (given->count < 0 || (known->kind != SB_INTEGERS && given->count != 1))
        return sb_fail(context, SB_INVALID, "%s: the attribute %s cannot have %lld values", op,
                       name, (long long)given->count);
    const int kinds = (given->numbers != NULL) + (given->values != NULL) + (given->text != NULL);
    if (kinds > 1)
        return sb_fail(context, SB_INVALID,
                       "%s: the attribute %s has more than one of integers, numbers and text", op,
                       name);
    if (given->text != NULL && known->kind != SB_WORD)
        return sb_fail(context, SB_INVALID, "%s: the attribute %s takes no text", op, name);
    if (given->numbers != NULL && !is_number(known->kind))
        return sb_fail(context, SB_INVALID, "%s: the attribute %s takes integers, not numbers", op,
                       name);
    if (given->count > 0 && kinds == 0)
        return sb_fail(context, SB_INVALID, "%s: the attribute %s has no values", op, name);
    if (known->kind == SB_FLAG && (given->values[0] & ~INT64_C(1)) != 0)
        return sb_fail(context, SB_INVALID, "%s: the attribute %s is %lld, not 0 or 1", op, name,
                       (long long)given->values[0]);
    if (known->kind == SB_REAL)
        return check_real(context, known, false);
    return SB_OK;
}

sb_status sb_check_call(sb_context *context)
{
    const sb_call *call = context->call;
    if (call->input_count < 0 || call->input_count > MAX_OPERANDS || call->output_count < 1 ||
        call->output_count > MAX_OPERANDS)
        return sb_fail(context, SB_INVALID, "%s: %d inputs and %d outputs are not possible",
                       call->op, (int)call->input_count, (int)call->output_count);
    if (call->threads < -SB_MAX_THREADS)
        return sb_fail(context, SB_INVALID, "%s: the number of threads cannot be %d", call->op,
                       (int)call->threads);
    if (call->attribute_count < 0 || call->attribute_count > MAX_ATTRIBUTES)
        return sb_fail(context, SB_INVALID, "%s: %d attributes are not possible", call->op,
                       (int)call->attribute_count);
    if (call->attribute_count > 0 && call->attributes == NULL)
        return sb_fail(context, SB_INVALID, "%s: the attributes are missing", call->op);
    for (int i = 0; i < call->attribute_count; i++) /* names first: the next loop compares them */
        if (call->attributes[i].name == NULL)
            return check_attribute(context, i);
    for (int i = 0; i < call->attribute_count; i++) {
        sb_status status = check_attribute(context, i);
        if (status != SB_OK)
            return status;
    }
    return SB_OK;
}

sb_status sb_check_arrays(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_call *call = context->call;
    const bool lacks_inputs = inputs == NULL && call->input_count > 0;
    if (lacks_inputs || outputs == NULL)
        return sb_fail(context, SB_INVALID, "%s: the %s are a null pointer", call->op,
                       lacks_inputs ? "inputs" : "outputs");
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
    return check_factors(context, inputs);
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
