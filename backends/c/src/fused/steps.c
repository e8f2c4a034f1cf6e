/* steps.c - see steps.h. */
#include "fused/steps.h"

#include <string.h>

#include "simd/vector_f32.h"

#include "elementwise/layout.h"
#include "simd/rows.h"
#include "simd/stream.h"

enum {
    BLOCK = 512,      /* elements that are copied or converted together */
    TASK = 64 * BLOCK /* elements per task of a thread */
};

typedef struct job {
    sb_step_loop *loop;
    const sb_step *step;
    int32_t format;
    bool short_format; /* 16-bit format, computed in binary32 */
    int operands, results;
    bool direct;                    /* all arrays have the compute format, in aligned runs */
    bool streamed[SB_STEP_RESULTS]; /* the result exceeds the caches, and is not in an operand's
                                     * memory */
    bool some_streamed;
    sb_layout layout; /* operands, then results */
} job;

typedef union block {
    _Alignas(64) float single[BLOCK];
    char bytes[BLOCK * sizeof(double)];
} block;

/* Convert elements of a 16-bit operand to binary32. */
static void widen(const job *j, int o, int64_t start, int64_t count, float *to)
{
    uint16_t copied[BLOCK];
    const char *from = sb_layout_run(&j->layout, o, start, count);
    if (from == NULL) {
        sb_layout_copy(&j->layout, o, start, count, (char *)copied, false);
        from = (const char *)copied;
    }
    load_row(from, sizeof *copied, j->format, count, to);
}

/* Return elements of an operand in the compute format: in place, or in the buffer. */
static const void *read_operand(const job *j, int o, int64_t start, int64_t count, block *buffer)
{
    if (j->short_format) {
        widen(j, o, start, count, buffer->single);
        return buffer;
    }
    const char *place = sb_layout_direct(&j->layout, o, start, count);
    if (place != NULL)
        return place;
    sb_layout_copy(&j->layout, o, start, count, buffer->bytes, false);
    return buffer;
}

/* Return the address where a loop must write a result: the result's own memory, or the buffer. */
static void *result_place(const job *j, int r, int64_t start, int64_t count, block *buffer)
{
    char *place = NULL;
    if (!j->short_format && !j->streamed[r])
        place = sb_layout_direct(&j->layout, j->operands + r, start, count);
    return place != NULL ? place : buffer->bytes;
}

/* Copy the output of a loop from the buffer to the result. */
static void write_result(const job *j, int r, int64_t start, int64_t count, block *buffer)
{
    const sb_layout *l = &j->layout;
    const int o = j->operands + r;
    char *place = sb_layout_run(l, o, start, count), *from = buffer->bytes;
    uint16_t rounded[BLOCK];
    if (j->streamed[r]) {
        sb_stream_copy(place, from, (size_t)(count * l->size[o]));
        return;
    }
    if (j->short_format) {
        from = place != NULL ? place : (char *)rounded;
        store_row(buffer->single, count, from, sizeof *rounded, j->format);
    }
    if (from != place)
        sb_layout_copy(l, o, start, count, from, true);
}

static void run_block(const job *j, int64_t start, int64_t count)
{
    block buffers[SB_LAYOUT_ARRAYS];
    const void *operands[SB_STEP_OPERANDS];
    void *results[SB_STEP_RESULTS];
    for (int o = 0; o < j->operands; o++)
        operands[o] = read_operand(j, o, start, count, &buffers[o]);
    for (int r = 0; r < j->results; r++)
        results[r] = result_place(j, r, start, count, &buffers[j->operands + r]);
    j->loop(j->step, count, operands, results);
    for (int r = 0; r < j->results; r++)
        if (results[r] == &buffers[j->operands + r])
            write_result(j, r, start, count, &buffers[j->operands + r]);
}

static void run_task(void *argument, int64_t task, int thread)
{
    (void)thread;
    const job *j = argument;
    const int64_t start = task * TASK, left = j->layout.count - start;
    const int64_t end = start + (left < TASK ? left : TASK);
    const int64_t most = j->direct && !j->some_streamed ? TASK : BLOCK;
    for (int64_t at = start; at < end; at += most) {
        const int64_t count = end - at < most ? end - at : most;
        run_block(j, at, count);
    }
    if (j->some_streamed)
        sb_stream_end();
}

bool sb_step_supports(const int32_t *inputs, int input_count, int operands, const int32_t *outputs,
                      int output_count, int results)
{
    if (input_count != operands || output_count != results)
        return false;
    const int32_t format = inputs[0];
    for (int i = 1; i < operands; i++)
        if (inputs[i] != format)
            return false;
    for (int i = 0; i < results; i++)
        if (outputs[i] != format)
            return false;
    return format == SB_F32 || format == SB_F64 || format == SB_F16 || format == SB_BF16;
}

/* Choose the results whose stores bypass the caches. A result in the memory of an operand is not
 * chosen, because its cache lines are already in a cache. */
static void choose_streamed(job *j)
{
    const sb_layout *l = &j->layout;
    for (int r = 0; r < j->results; r++) {
        const char *place = l->data[j->operands + r];
        bool alone = l->count * l->size[0] >= SB_STREAMED_BYTES;
        for (int o = 0; o < j->operands; o++) alone &= l->data[o] != place;
        j->streamed[r] = j->direct && alone;
        j->some_streamed |= j->streamed[r];
    }
}

sb_status sb_step_run(sb_context *context, const sb_step_loops *loops, const sb_step *step,
                      const sb_array *inputs, int input_count, const sb_array *outputs,
                      int output_count)
{
    const sb_array *arrays[SB_LAYOUT_ARRAYS];
    for (int i = 0; i < input_count; i++) arrays[i] = &inputs[i];
    for (int i = 0; i < output_count; i++) arrays[input_count + i] = &outputs[i];
    const int32_t format = inputs->format;
    job j = {.loop = format == SB_F64 ? loops->f64 : loops->f32,
             .step = step,
             .format = format,
             .short_format = format == SB_F16 || format == SB_BF16,
             .operands = input_count,
             .results = output_count};
    if (!sb_layout_of(arrays, input_count + output_count, &j.layout))
        return sb_fail(context, SB_INVALID, "%s: operands and results must have one shape",
                       context->call->op);
    if (j.layout.count == 0)
        return SB_OK;
    j.direct = j.layout.contiguous && !j.short_format;
    choose_streamed(&j);
    sb_parallel(context, (j.layout.count + TASK - 1) / TASK, run_task, &j);
    return SB_OK;
}

sb_status sb_step_run_call(sb_context *context, const sb_step_loops *loops, const sb_step *step,
                           const sb_array *inputs, const sb_array *outputs)
{
    for (int i = 0; i < SB_STEP_SCALARS; i++)
        if (step->scalars[i] != step->scalars[i])
            return sb_fail(context, SB_INVALID, "%s: a scalar of these attributes is NaN",
                           context->call->op);
    return sb_step_run(context, loops, step, inputs, context->call->input_count, outputs,
                       context->call->output_count);
}

sb_status sb_step_check(sb_context *context, const char *const *names, const char *const *fractions)
{
    for (; *names != NULL; names++)
        if (!(sb_attribute_number(context, *names) >= 0.0))
            return sb_fail(context, SB_INVALID, "%s: %s must be at least 0", context->call->op,
                           *names);
    for (; *fractions != NULL; fractions++) {
        const double share = sb_attribute_number(context, *fractions);
        if (!(share >= 0.0 && share < 1.0))
            return sb_fail(context, SB_INVALID, "%s: %s must be from 0 to below 1",
                           context->call->op, *fractions);
    }
    return SB_OK;
}

sb_status sb_step_number(sb_context *context, int64_t *number)
{
    const sb_attribute *given = sb_attribute_find(context, "step");
    if (given != NULL && (given->count != 1 || given->values[0] < 1))
        return sb_fail(context, SB_INVALID, "%s: step must be one integer from 1 on",
                       context->call->op);
    *number = given != NULL ? given->values[0] : 1;
    return SB_OK;
}
