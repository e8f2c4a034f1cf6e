/* pack_weight.h - packing of rows of the weight as a panel of A. Terms are numbered over (channel,
 * tap): a template. */
#ifndef SB_CONV_PACK_WEIGHT_H
#define SB_CONV_PACK_WEIGHT_H

#include "conv/conv.h"
#include "conv/lanes.h"

enum { WEIGHTS_STAGED = 256 }; /* weights that are widened in one call */

/* Return the number of consecutive taps that are axis[2].w apart in memory, with the last axes
 * joined if possible. */
static int64_t weight_run(const sb_conv *conv)
{
    const sb_conv_axis *axis = conv->axis;
    int64_t run = axis[2].taps;
    for (int i = 1; i >= 0; --i) {
        if (axis[i].taps > 1 && axis[i].w != run * axis[2].w)
            return run;
        run *= axis[i].taps;
    }
    return run;
}

static int64_t weight_tap_offset(const sb_conv *conv, int64_t tap)
{
    const sb_conv_axis *axis = conv->axis;
    return tap / axis[2].taps / axis[1].taps * axis[0].w +
           tap / axis[2].taps % axis[1].taps * axis[1].w + tap % axis[2].taps * axis[2].w;
}

/* Widen `rows` rows of n elements that are adjacent in memory, as one row. */
static void weight_widen(const char *p, int64_t stride, int32_t format, int64_t rows, int64_t n,
                         real *staged, real *to)
{
    if (stride < 0) { /* each row is reversed, and so is its position in `staged` */
        read_row(p + (n - 1) * stride, -stride, format, rows * n, staged);
        for (int64_t r = 0; r < rows; ++r, staged += n)
            for (int64_t j = 0; j < n; ++j) to[r * SB_BLOCK + j] = staged[n - 1 - j];
        return;
    }
    read_row(p, stride, format, rows * n, staged);
    for (int64_t r = 0; r < rows; ++r, staged += n)
        for (int64_t j = 0; j < n; ++j) to[r * SB_BLOCK + j] = staged[j];
}

/* Copy `rows` short rows of n elements. `row` is their distance in bytes. */
static void weight_copy(const char *p, int64_t row, int64_t stride, int32_t format, int64_t rows,
                        int64_t n, real *to)
{
    if (row_is_direct(p, stride, format) && row % (int64_t)sizeof(real) == 0 && n <= LANES) {
        for (int64_t r = 0; r < rows; ++r)
            v_store_first(to + r * SB_BLOCK,
                          v_load_first((const real *)(const void *)(p + r * row), (int)n), (int)n);
        return;
    }
    real staged[WEIGHTS_STAGED];
    if (rows > 1 && rows * n <= WEIGHTS_STAGED && row == n * (stride < 0 ? -stride : stride)) {
        weight_widen(p, stride, format, rows, n, staged, to);
        return;
    }
    for (int64_t r = 0; r < rows; ++r) read_row(p + r * row, stride, format, n, to + r * SB_BLOCK);
}

/* Pack rows i .. i + rows - 1 of a group and terms k .. k + terms - 1 of one block, to to[row *
 * SB_BLOCK + k]. */
static void weight_pack(const sb_conv *conv, int64_t group, int64_t i, int64_t rows, int64_t k,
                        int64_t terms, real *to)
{
    const sb_conv_tensor *w = &conv->w;
    int64_t taps = conv_taps(conv), run = weight_run(conv);
    const char *first = w->data + group * w->group + i * w->outer;
    if (taps == 1 || (run == taps && w->channel == taps * conv->axis[2].w)) {
        int64_t stride = taps == 1 ? w->channel : conv->axis[2].w;
        sb_matrix rest = {w->data + group * w->group + i * w->outer + k * stride, w->outer, stride,
                          w->format};
        pack_block(rest, rows, conv->rows - i, terms, to, SB_BLOCK);
        return;
    }
    for (int64_t t = 0; t < terms;) {
        int64_t channel = (k + t) / taps, tap = (k + t) % taps, n = run - tap % run;
        n = n < terms - t ? n : terms - t;
        weight_copy(first + channel * w->channel + weight_tap_offset(conv, tap), w->outer,
                    conv->axis[2].w, w->format, rows, n, to + t);
        t += n;
    }
}

#endif
