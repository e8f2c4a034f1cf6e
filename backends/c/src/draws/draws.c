/* draws.c - see draws.h. */
#include "draws/draws.h"

#include <string.h>

#include "elementwise/elementwise.h"
#include "memory/shortage.h"
#include "moves/nest.h"
#include "scalar/philox.h"

/* The index of a word. A tensor can need 2^66 words, so an index may not fit into 64 bits. */
typedef unsigned __int128 wide;

enum { BLOCKS = 16 }; /* blocks computed together: two vectors of the widest kind */

typedef struct draw_job {
    philox_source source;
    wide first; /* index of the output's first element in the whole tensor */
    int rank;   /* number of axes with more than one element, after merging neighbours */
    int64_t shape[SB_MAX_RANK], stride[SB_MAX_RANK]; /* of the output, in bytes */
    wide step[SB_MAX_RANK];                          /* stride of the index in the whole tensor */
    int64_t width, parts, rows; /* width of the last axis; tasks per row; number of rows */
    int64_t rows_per_task;
    char *data;
    int64_t item;
    int words;
    sb_draw_make make;
    const void *argument;
} draw_job;

/* Draw `count` words from word `number` on. */
static void draw_words(const philox_source *source, wide number, uint32_t *out, int64_t count)
{
    uint64_t block = (uint64_t)(number >> 2);
    int64_t skipped = (int64_t)(number & 3), made = -skipped;
    while (made < count) {
        uint32_t lanes[4 * BLOCKS], row[4 * BLOCKS];
        SB_VECTORISE
        for (int i = 0; i < BLOCKS; ++i)
            philox_block(source, block + (uint64_t)i, lanes + i, BLOCKS);
        for (int i = 0; i < BLOCKS; ++i)
            for (int j = 0; j < 4; ++j) row[4 * i + j] = lanes[BLOCKS * j + i];
        const int64_t from = made < 0 ? -made : 0, left = count - made;
        const int64_t end = left < 4 * BLOCKS ? left : 4 * BLOCKS;
        memcpy(out + made + from, row + from, (size_t)(end - from) * sizeof *out);
        made += 4 * BLOCKS;
        block += BLOCKS;
    }
}

/* Draw elements `first` to `end` - 1 of one row. */
static void draw_part(const draw_job *job, char *out, wide index, int64_t first, int64_t end)
{
    const int last = job->rank - 1;
    const wide step = last < 0 ? 1 : job->step[last];
    const int64_t stride = last < 0 ? job->item : job->stride[last];
    uint32_t words[2 * SB_DRAW_STAGE];
    uint64_t elements[SB_DRAW_STAGE];
    while (first < end) {
        const int64_t count = end - first < SB_DRAW_STAGE ? end - first : SB_DRAW_STAGE;
        const wide place = index + step * (wide)(uint64_t)first;
        if (step == 1) {
            draw_words(&job->source, place * (wide)job->words, words, count * job->words);
        } else {
            for (int64_t i = 0; i < count; ++i)
                draw_words(&job->source, (place + step * (wide)(uint64_t)i) * (wide)job->words,
                           words + i * job->words, job->words);
        }
        job->make(job->argument, words, elements, count);
        sb_copy_run(out + first * stride, stride, (const char *)elements, job->item,
                    (size_t)job->item, count);
        first += count;
    }
}

static void task(void *argument, int64_t number, int thread)
{
    const draw_job *job = argument;
    (void)thread;
    const int64_t part = number % job->parts, start = number / job->parts * job->rows_per_task;
    const int64_t last = start + job->rows_per_task;
    for (int64_t row = start; row < last && row < job->rows; ++row) {
        char *out = job->data;
        wide index = job->first;
        int64_t rest = row;
        for (int axis = job->rank - 2; axis >= 0; --axis) {
            const int64_t at = rest % job->shape[axis];
            rest /= job->shape[axis];
            out += at * job->stride[axis];
            index += job->step[axis] * (wide)(uint64_t)at;
        }
        const int64_t first = part * SB_MOVE_GRAIN, end = first + SB_MOVE_GRAIN;
        draw_part(job, out, index, first, end < job->width ? end : job->width);
    }
}

/* Read an attribute of `count` integers from 0 to `most`. *values becomes NULL if the attribute is
 * left out. */
static sb_status read_list(sb_context *context, const char *name, int64_t count, int64_t most,
                           const int64_t **values)
{
    const sb_attribute *given = sb_attribute_find(context, name);
    *values = NULL;
    if (given == NULL)
        return SB_OK;
    bool fits = given->count == count;
    for (int64_t i = 0; fits && i < count; ++i)
        fits = given->values[i] >= 0 && given->values[i] <= most;
    if (!fits)
        return sb_fail(context, SB_INVALID, "%s: %s must be %lld integers from 0 to %lld",
                       context->call->op, name, (long long)count, (long long)most);
    static const int64_t none[1] = {0};
    *values = count > 0 ? given->values : none;
    return SB_OK;
}

/* Read the two halves of a seed or a stream. */
static sb_status read_halves(sb_context *context, const char *name, bool required,
                             uint32_t halves[2])
{
    const int64_t *values;
    sb_status status = read_list(context, name, 2, UINT32_MAX, &values);
    if (status == SB_OK && values == NULL && required)
        return sb_fail(context, SB_INVALID, "%s: the attribute %s is missing", context->call->op,
                       name);
    for (int i = 0; i < 2; ++i) halves[i] = values == NULL ? 0u : (uint32_t)values[i];
    return status;
}

/* Store the axes of the output, the last first, with the strides of the index in the whole tensor.
 */
static sb_status place_output(sb_context *context, const sb_array *y, draw_job *job)
{
    const int64_t *shape, *whole, *at;
    sb_status status = read_list(context, "shape", y->rank, INT64_MAX, &shape);
    if (status == SB_OK)
        status = read_list(context, "whole", y->rank, INT64_MAX, &whole);
    if (status == SB_OK)
        status = read_list(context, "at", y->rank, INT64_MAX, &at);
    if (status != SB_OK)
        return status;
    if (shape == NULL)
        return sb_fail(context, SB_INVALID, "%s: the attribute shape is missing",
                       context->call->op);
    const char *op = context->call->op;
    wide step = 1;
    bool empty = false, huge = false;
    int axes = 0;
    for (int i = y->rank - 1; i >= 0; --i) {
        const int64_t every = whole == NULL ? shape[i] : whole[i], start = at == NULL ? 0 : at[i];
        if (shape[i] != y->shape[i])
            return sb_fail(context, SB_INVALID, "%s: the result has not the shape of the call", op);
        if (start > every || shape[i] > every - start)
            return sb_fail(context, SB_INVALID, "%s: axis %d of the part leaves the whole", op, i);
        empty |= every == 0;
        job->first += step * (wide)(uint64_t)start;
        if (shape[i] != 1) {
            /* This axis is merged with the inner axis, stored before, if it continues it. */
            const bool merged = axes > 0 &&
                                job->step[axes - 1] * (wide)job->shape[axes - 1] == step &&
                                job->stride[axes - 1] * job->shape[axes - 1] == y->strides[i];
            if (!merged) {
                job->step[axes] = step;
                job->stride[axes] = y->strides[i];
                job->shape[axes++] = shape[i];
            } else {
                job->shape[axes - 1] *= shape[i];
            }
        }
        if (!empty && !huge) {
            step *= (wide)(uint64_t)every; /* up to 2^65 times 2^63 */
            huge = step > (wide)1 << 65;
        }
        if (huge) /* an axis of size 0 may follow */
            step = 1;
    }
    if (huge && !empty)
        return sb_fail(context, SB_INVALID, "%s: the whole has more than 2^65 elements", op);
    for (int i = 0; i < axes / 2; ++i) { /* reverse the order: outermost first */
        const int j = axes - 1 - i;
        const wide s = job->step[i];
        const int64_t n = job->shape[i], t = job->stride[i];
        job->step[i] = job->step[j], job->shape[i] = job->shape[j], job->stride[i] = job->stride[j];
        job->step[j] = s, job->shape[j] = n, job->stride[j] = t;
    }
    job->rank = axes;
    return SB_OK;
}

sb_status sb_draw_run(sb_context *context, const sb_array *output, int words, sb_draw_make make,
                      const void *argument)
{
    draw_job job = {.data = output->data,
                    .item = (int64_t)sb_format_size(output->format),
                    .words = words,
                    .make = make,
                    .argument = argument};
    sb_status status = read_halves(context, "seed", true, job.source.key);
    if (status == SB_OK)
        status = read_halves(context, "stream", false, job.source.stream);
    if (status == SB_OK)
        status = place_output(context, output, &job);
    if (status != SB_OK || sb_element_count(output) == 0)
        return status;
    job.rows = 1;
    for (int i = 0; i + 1 < job.rank; ++i) job.rows *= job.shape[i];
    job.width = job.rank == 0 ? 1 : job.shape[job.rank - 1];
    job.parts = (job.width + SB_MOVE_GRAIN - 1) / SB_MOVE_GRAIN;
    job.rows_per_task = sb_rows_per_task(job.width);
    const int64_t groups = (job.rows + job.rows_per_task - 1) / job.rows_per_task;
    return sb_parallel_with_memory(context, groups * job.parts, task, &job);
}
