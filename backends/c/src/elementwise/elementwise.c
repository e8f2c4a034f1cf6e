/* elementwise.c - the driver of elementwise kernels. It accepts arrays of any layout and passes
 * contiguous blocks to the loop. */
#include "elementwise/elementwise.h"

#include <string.h>

#include "elementwise/layout.h"
#include "memory/shortage.h"
#include "simd/stream.h"

enum {
    BLOCK = 1024,      /* elements copied together if a layout is not contiguous */
    TASK = 32 * BLOCK, /* elements per task of a thread */
    MAX_OPERANDS = SB_MAX_INPUTS + 1
};

/* The operands over one index space. The output is the last array. */
typedef struct job {
    sb_loop loop;
    double parameters[SB_MAX_PARAMETERS];
    bool streamed; /* the result exceeds the caches, and each block of it is one run */
    sb_layout layout;
} job;

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

/* Run `count` elements from `start` on. The buffer of a repeated operand already contains BLOCK
 * copies. If an array is one aligned run, the loop works on the array itself. */
static void run_block(const job *j, block *buffers, int64_t start, int64_t count)
{
    const void *inputs[SB_MAX_INPUTS] = {NULL};
    const sb_layout *l = &j->layout;
    const int output = l->arrays - 1;
    for (int o = 0; o < output; o++) {
        inputs[o] = l->repeated[o] ? NULL : sb_layout_direct(l, o, start, count);
        if (inputs[o] != NULL)
            continue;
        if (!l->repeated[o])
            sb_layout_copy(l, o, start, count, buffers[o].bytes, false);
        inputs[o] = buffers[o].bytes;
    }
    char *place = sb_layout_direct(l, output, start, count);
    char *result = place == NULL || j->streamed ? buffers[output].bytes : place;
    j->loop(count, inputs, result, j->parameters);
    if (place == NULL)
        sb_layout_copy(l, output, start, count, result, true);
    else if (result != place)
        sb_stream_copy(place, result, (size_t)(count * l->size[output]));
}

static void run_elements(const job *j, int64_t task)
{
    block buffers[MAX_OPERANDS];
    const sb_layout *l = &j->layout;
    const int64_t start = task * TASK, end = start + TASK < l->count ? start + TASK : l->count;
    const int64_t step = l->contiguous && !j->streamed ? TASK : BLOCK;
    for (int o = 0; o < l->arrays - 1; o++)
        if (l->repeated[o])
            sb_layout_copy(l, o, start, end - start < BLOCK ? end - start : BLOCK, buffers[o].bytes,
                           false);
    for (int64_t at = start; at < end; at += step)
        run_block(j, buffers, at, end - at < step ? end - at : step);
    if (j->streamed)
        sb_stream_end();
}

static void run_task(void *argument, int64_t task, int thread)
{
    const job *j = argument;
    (void)thread;
    run_elements(j, task);
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
    job j = {0};
    j.loop = find_variant(variants, arity, formats, outputs->format)->loop;
    if (!sb_layout_of(arrays, arity + 1, &j.layout))
        return sb_fail(context, SB_INVALID, "%s: operands and result must have one shape",
                       context->call->op);
    if (j.layout.count == 0)
        return SB_OK;
    memset(j.parameters, 0, sizeof j.parameters);
    const sb_parameter *real = context->kernel->parameters;
    if (real != NULL &&
        (real->kind == SB_FACTOR || real->kind == SB_DIVISOR || real->kind == SB_NUMBER))
        j.parameters[0] = outputs->format == SB_F64 ? sb_attribute_number(context, real->name)
                                                    : sb_attribute_real(context, real->name);
    j.streamed = j.layout.runs && !context->kernel->lasting &&
                 j.layout.count * j.layout.size[arity] >= SB_STREAMED_BYTES;
    return sb_parallel_with_memory(context, (j.layout.count + TASK - 1) / TASK, run_task, &j);
}
