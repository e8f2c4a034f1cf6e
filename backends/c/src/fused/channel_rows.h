/* channel_rows.h - x[N, C, *S] by channels (clause G5.1): a template, included after
 * fused/view_rows.h.
 *
 * A channel has one row of positions per sample. The sum of a channel is T1 over the sums of its
 * rows, and the sum of each row is T1 too. If a sample has only one position, channels are columns
 * (channel_columns.h).
 */
#ifndef SB_FUSED_CHANNEL_ROWS_H
#define SB_FUSED_CHANNEL_ROWS_H

#include "fused/channel_call.h"
#include "fused/functions.h"
#include "memory/scratch.h"
#include "reduce/tree.h"

enum { CHANNELS_OF_TASK = 64 }; /* the maximum number */

/* Return the number of positions of a sample. */
static inline int64_t places_of(const sb_array *x)
{
    int64_t places = 1;
    for (int i = 2; i < x->rank; ++i) places *= x->shape[i];
    return places;
}

/* Return the rows in the order of channels: channel c has the rows c * N to c * N + N - 1. */
static inline sb_view channels_of(const sb_array *array)
{
    sb_view view = {.data = array->data, .format = array->format};
    view.count = array->shape[1] * array->shape[0];
    view.length = places_of(array);
    sb_loops_append(&view.outer, array->shape[1], array->strides[1], 0);
    sb_loops_append(&view.outer, array->shape[0], array->strides[0], 0);
    for (int i = 2; i < array->rank; ++i)
        sb_loops_append(&view.inner, array->shape[i], array->strides[i], 0);
    return view;
}

/* Return the sum of a channel from the sums of its rows. */
static inline real sum_of_rows(const real *sums, int64_t rows)
{
    return rows > 0 ? sb_tree_sum_f32(sums, rows) : 0;
}

static inline void fill(real *numbers, int64_t count, real value)
{
    for (int64_t i = 0; i < count; ++i) numbers[i] = value;
}

/* The channels of a task. */
typedef struct channel_part {
    int64_t first, count;
} channel_part;

/* Load the numbers of some channels from an array. If there is no array, all are `otherwise`. */
static inline void load_channels(const sb_array *array, const channel_part *part, real otherwise,
                                 real *numbers)
{
    if (array != NULL)
        load_row((const char *)array->data + part->first * array->strides[0], array->strides[0],
                 array->format, part->count, numbers);
    else
        fill(numbers, part->count, otherwise);
}

static inline void keep_channels(const sb_array *array, const channel_part *part,
                                 const real *numbers)
{
    if (array != NULL)
        store_row(numbers, part->count, (char *)array->data + part->first * array->strides[0],
                  array->strides[0], array->format);
}

/* Compute r = rsqrt(variance + eps), in place. */
static inline void roots(const channel_part *part, real eps, real *variances)
{
    for (int64_t c = 0; c < part->count; ++c) variances[c] += eps;
    sb_each_rsqrt_f32(part->count, variances, variances);
}

#endif
