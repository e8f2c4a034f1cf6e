/* channel_columns.h - x[N, C], in which a sample has only one position per channel, by strips of
 * channels: a template, included after fused/channel_rows.h. */
#ifndef SB_FUSED_CHANNEL_COLUMNS_H
#define SB_FUSED_CHANNEL_COLUMNS_H

#include "fused/column_sum.h"
#include "fused/column_leaves.h"

/* One number for each channel of a strip, padded with zeros to a whole vector. */
typedef real strip_numbers[CHANNELS_OF_TASK];

/* Return the number of channels of a strip, including the padding. */
static inline int64_t strip_width(int64_t channels)
{
    return (channels + LANES - 1) / LANES * LANES;
}

static inline char *strip_at(const sb_array *x, const channel_part *part, int64_t sample)
{
    return (char *)x->data + sample * x->strides[0] + part->first * x->strides[1];
}

/* Return the samples of a strip: in place if possible, else in `buffer`. */
static inline real_rows strip_rows(const sb_array *x, const channel_part *part, real *buffer)
{
    const int64_t width = strip_width(part->count), step = (int64_t)sizeof(real);
    if (width == part->count && x->strides[0] % step == 0 &&
        row_is_direct(x->data, x->strides[1], x->format))
        return (real_rows){(const real *)(const void *)strip_at(x, part, 0), x->strides[0] / step};
    for (int64_t i = 0; i < x->shape[0]; ++i) {
        load_row(strip_at(x, part, i), x->strides[1], x->format, part->count, buffer + i * width);
        fill(buffer + i * width + part->count, width - part->count, 0);
    }
    return (real_rows){buffer, width};
}

/* Store a sample of a strip. NaNs become canonical. */
static inline void keep_strip(const sb_array *y, const channel_part *part, int64_t sample,
                              const real *row)
{
    store_row(row, part->count, strip_at(y, part, sample), y->strides[1], y->format);
}

#endif
