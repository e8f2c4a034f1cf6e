/* elementwise.c - the driver of elementwise kernels: any layout in,
 * contiguous blocks to the loop. */
#include "elementwise/elementwise.h"

#include <string.h>

#include "scalar/portable.h"
#include "simd/stream.h"

enum {
    BLOCK = 1024,      /* elements copied at a time where a layout is not contiguous */
    TASK = 32 * BLOCK, /* elements given to a thread at a time */
    MAX_OPERANDS = SB_MAX_INPUTS + 1
};

/* The operands over one common index space; the output is the last operand. Axes of size 1 are
 * gone, the others are ordered by the output's strides, and neighbours that form one run are
 * merged. */
typedef struct layout {
    sb_loop loop;
    double parameters[SB_MAX_PARAMETERS];
    int operands, rank;
    int64_t count;
    int64_t shape[SB_MAX_RANK];
    int64_t strides[MAX_OPERANDS][SB_MAX_RANK];
    char *data[MAX_OPERANDS];
    int size[MAX_OPERANDS];
    bool contiguous; /* every operand is one aligned run */
    bool streamed;   /* and the result is larger than caches */
} layout;

typedef union block {
    _Alignas(64) uint64_t align;
    char bytes[BLOCK * 8];
} block;

static const sb_variant *find_variant(const sb_variant *variants, int arity, const int32_t *inputs,
                                      int32_t output)
{
    for (const sb_variant *v = variants; v->loop != NULL; v++)
        if (v->output == output && memcmp(v->inputs, inputs, (size_t)arity * sizeof *inputs) == 0)
            return v;
    return NULL;
}

bool sb_elementwise_supports(const sb_variant *variants, int arity, const int32_t *inputs,
                             int input_count, const int32_t *outputs, int output_count)
{
    return input_count == arity && output_count == 1 &&
           find_variant(variants, arity, inputs, outputs[0]) != NULL;
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static void swap_axes(layout *l, int a, int b)
{
    int64_t size = l->shape[a];
    l->shape[a] = l->shape[b];
    l->shape[b] = size;
    for (int o = 0; o < l->operands; o++) {
        int64_t stride = l->strides[o][a];
        l->strides[o][a] = l->strides[o][b];
        l->strides[o][b] = stride;
    }
}

/* Any order of the axes gives the same elements; the output's is the kindest to memory. */
static void sort_axes(layout *l)
{
    const int64_t *strides = l->strides[l->operands - 1];
    for (int i = 1; i < l->rank; i++)
        for (int j = i; j > 0 && magnitude(strides[j - 1]) < magnitude(strides[j]); j--)
            swap_axes(l, j - 1, j);
}

static bool mergeable(const layout *l, int outer, int inner)
{
    for (int o = 0; o < l->operands; o++)
        if (l->strides[o][outer] != l->strides[o][inner] * l->shape[inner])
            return false;
    return true;
}

static void merge_axes(layout *l)
{
    int kept = 0;
    for (int i = 1; i < l->rank; i++) {
        bool merged = mergeable(l, kept, i);
        int64_t size = merged ? l->shape[kept] * l->shape[i] : l->shape[i];
        kept += !merged;
        l->shape[kept] = size;
        for (int o = 0; o < l->operands; o++) l->strides[o][kept] = l->strides[o][i];
    }
    l->rank = l->rank > 0 ? kept + 1 : 0;
}

static bool aligned(const layout *l, int operand, const char *place)
{
    return (uintptr_t)place % (uintptr_t)l->size[operand] == 0;
}

static bool is_contiguous(const layout *l)
{
    for (int o = 0; o < l->operands; o++)
        if (!aligned(l, o, l->data[o]) || (l->rank == 1 && l->strides[o][0] != l->size[o]))
            return false;
    return l->rank <= 1;
}

/* Where `size` is a constant, a load and a store for each element. */
SB_FN void copy_each(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                     int64_t count, size_t size)
{
    for (int64_t i = 0; i < count; i++) memcpy(to + i * to_stride, from + i * from_stride, size);
}

static void copy_run(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                     int64_t count, int size)
{
    if (to_stride == size && from_stride == size) {
        memcpy(to, from, (size_t)(count * size));
        return;
    }
    switch (size) {
    case 1: copy_each(to, to_stride, from, from_stride, count, 1); break;
    case 2: copy_each(to, to_stride, from, from_stride, count, 2); break;
    case 4: copy_each(to, to_stride, from, from_stride, count, 4); break;
    default: copy_each(to, to_stride, from, from_stride, count, 8);
    }
}

/* The address of an element of an operand and, in `index`, its place along each axis. */
static char *locate(const layout *l, int operand, int64_t element, int64_t *index)
{
    char *place = l->data[operand];
    for (int i = l->rank - 1; i >= 0; i--) {
        index[i] = element % l->shape[i];
        element /= l->shape[i];
        place += index[i] * l->strides[operand][i];
    }
    return place;
}

/* Copy `count` elements from element `start` on into the buffer, or back out of it. */
static void copy_block(const layout *l, int operand, int64_t start, int64_t count, char *buffer,
                       bool out)
{
    int64_t index[SB_MAX_RANK];
    const int size = l->size[operand], last = l->rank - 1;
    const int64_t stride = l->strides[operand][last];
    char *place = locate(l, operand, start, index);
    for (;;) {
        int64_t run = l->shape[last] - index[last];
        run = run < count ? run : count;
        if (out)
            copy_run(place, stride, buffer, size, run, size);
        else
            copy_run(buffer, size, place, stride, run, size);
        count -= run;
        if (count == 0)
            return;
        buffer += run * size;
        place -= index[last] * stride; /* to the start of this row, then to that of the next */
        index[last] = 0;
        for (int i = last - 1; i >= 0; i--) {
            place += l->strides[operand][i];
            if (++index[i] < l->shape[i])
                break;
            place -= l->shape[i] * l->strides[operand][i];
            index[i] = 0;
        }
    }
}

/* The operand's own memory, if the elements are one aligned run there, else NULL. */
static char *direct(const layout *l, int operand, int64_t start, int64_t count)
{
    int64_t index[SB_MAX_RANK];
    const int last = l->rank - 1;
    if (l->strides[operand][last] != l->size[operand])
        return NULL;
    char *place = locate(l, operand, start, index);
    return index[last] + count <= l->shape[last] && aligned(l, operand, place) ? place : NULL;
}

static void run_block(const layout *l, int64_t start, int64_t count)
{
    block buffers[MAX_OPERANDS];
    const void *inputs[SB_MAX_INPUTS] = {NULL};
    const int output = l->operands - 1;
    for (int o = 0; o < output; o++) {
        inputs[o] = direct(l, o, start, count);
        if (inputs[o] == NULL) {
            copy_block(l, o, start, count, buffers[o].bytes, false);
            inputs[o] = buffers[o].bytes;
        }
    }
    char *place = direct(l, output, start, count);
    l->loop(count, inputs, place != NULL ? place : buffers[output].bytes, l->parameters);
    if (place == NULL)
        copy_block(l, output, start, count, buffers[output].bytes, true);
}

/* Where every operand is one run; `result` is the result's own memory or a buffer. */
static void run_contiguous(const layout *l, int64_t start, int64_t count, char *result)
{
    const void *inputs[SB_MAX_INPUTS] = {NULL};
    for (int o = 0; o < l->operands - 1; o++) inputs[o] = l->data[o] + start * l->size[o];
    l->loop(count, inputs, result, l->parameters);
}

static void run_task(void *argument, int64_t task, int thread)
{
    (void)thread;
    const layout *l = argument;
    const int output = l->operands - 1, size = l->size[output];
    int64_t start = task * TASK, end = start + TASK < l->count ? start + TASK : l->count;
    if (l->contiguous && !l->streamed) {
        run_contiguous(l, start, end - start, l->data[output] + start * size);
        return;
    }
    for (int64_t at = start; at < end; at += BLOCK) {
        const int64_t count = end - at < BLOCK ? end - at : BLOCK;
        if (l->streamed) {
            block results;
            run_contiguous(l, at, count, results.bytes);
            sb_stream_copy(l->data[output] + at * size, results.bytes, (size_t)(count * size));
        } else {
            run_block(l, at, count);
        }
    }
    if (l->streamed)
        sb_stream_end();
}

/* Enter the operands; false if their shapes differ. */
static bool enter(layout *l, const sb_array *const *arrays)
{
    const sb_array *first = arrays[0];
    for (int o = 0; o < l->operands; o++) {
        if (arrays[o]->rank != first->rank)
            return false;
        for (int i = 0; i < first->rank; i++)
            if (arrays[o]->shape[i] != first->shape[i])
                return false;
        l->data[o] = arrays[o]->data;
        l->size[o] = (int)sb_format_size(arrays[o]->format);
    }
    l->count = sb_element_count(first);
    for (int i = 0; i < first->rank; i++) {
        if (first->shape[i] == 1)
            continue;
        for (int o = 0; o < l->operands; o++) l->strides[o][l->rank] = arrays[o]->strides[i];
        l->shape[l->rank++] = first->shape[i];
    }
    return true;
}

sb_status sb_elementwise_run(const sb_variant *variants, sb_context *context,
                             const sb_array *inputs, const sb_array *outputs)
{
    const int arity = context->call->input_count;
    const sb_array *arrays[MAX_OPERANDS];
    int32_t formats[SB_MAX_INPUTS];
    for (int i = 0; i < arity; i++) {
        arrays[i] = &inputs[i];
        formats[i] = inputs[i].format;
    }
    arrays[arity] = outputs;
    layout l = {.loop = find_variant(variants, arity, formats, outputs->format)->loop,
                .operands = arity + 1};
    if (!enter(&l, arrays))
        return sb_fail(context, SB_INVALID, "%s: operands and result must have one shape",
                       context->call->op);
    if (l.count == 0)
        return SB_OK;
    const sb_parameter *real = context->kernel->parameters;
    if (real != NULL && (real->kind == SB_REAL || real->kind == SB_DIVISOR))
        l.parameters[0] = sb_attribute_real(context, real->name);
    sort_axes(&l);
    merge_axes(&l);
    l.contiguous = is_contiguous(&l);
    l.streamed =
        l.contiguous && !context->kernel->lasting && l.count * l.size[arity] >= SB_STREAMED_BYTES;
    if (l.rank == 0) { /* a scalar that is not aligned goes through the buffers */
        l.rank = 1;
        l.shape[0] = 1;
    }
    sb_parallel(context, (l.count + TASK - 1) / TASK, run_task, &l);
    return SB_OK;
}
