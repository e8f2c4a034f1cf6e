/* windows.h - positions of the windows of a pool (clauses G10.1, G10.2). One spatial axis is
 * treated as two, the first of size 1 with one tap. */
#ifndef SB_POOLS_WINDOWS_H
#define SB_POOLS_WINDOWS_H

#include "kernel.h"

typedef struct sb_window_axis {
    int64_t size, places; /* elements of the input, and windows */
    int64_t taps, stride, padding, dilation;
} sb_window_axis;

typedef struct sb_windows {
    sb_window_axis axis[2];
    int64_t samples, channels;
    bool padded;      /* divisors count the padding */
    int64_t override; /* the divisor of every sum, or 0 */
} sb_windows;

/* The range of taps, first to end - 1, with which window `place` reads elements of the input on an
 * axis. */
typedef struct sb_taps {
    int64_t first, end;
} sb_taps;

static inline sb_taps sb_taps_of(const sb_window_axis *axis, int64_t place)
{
    const int64_t start = axis->stride * place - axis->padding, step = axis->dilation;
    const int64_t first = start < 0 ? (step - 1 - start) / step : 0;
    const int64_t most = axis->size > start ? (axis->size - start + step - 1) / step : 0;
    return (sb_taps){first, most < axis->taps ? most : axis->taps};
}

/* Compute the divisors for the sums of a row of windows (G10.6). If the windows of the row have the
 * same number of rows as in the last call (`*counted`), the divisors are unchanged and are not
 * computed again. */
void sb_window_divisors(const sb_windows *windows, int64_t place, int64_t *counted,
                        float *divisors);

/* The attributes of a max pool, an average pool, and the gradient of an average pool. */
extern const sb_parameter sb_max_pool_parameters[], sb_average_pool_parameters[];
extern const sb_parameter sb_average_pool_gradient_parameters[];

/* Read the attributes. `input` and `output` are the arrays of the pool itself: a gradient passes
 * its arrays in exchanged order, and takes the number of windows from its operand (G10.7). */
sb_status sb_windows_of(sb_context *context, const sb_array *input, const sb_array *output,
                        bool gradient, sb_windows *windows);

/* Return the address of a plane, or the stride of a spatial axis, in an array [N, C, W] or [N, C,
 * H, W]. */
static inline char *sb_pool_plane(const sb_array *x, int64_t sample, int64_t channel)
{
    return (char *)x->data + sample * x->strides[0] + channel * x->strides[1];
}

static inline int64_t sb_pool_stride(const sb_array *x, int axis)
{
    return x->rank == 4 ? x->strides[2 + axis] : axis == 0 ? 0 : x->strides[2];
}

#endif
