/* channel_call.h - what the four batch norms ask of a call, and what a channel is there (clauses
 * G5, G6.9 to G6.13). */
#ifndef SB_FUSED_CHANNEL_CALL_H
#define SB_FUSED_CHANNEL_CALL_H

#include "fused/views.h"

/* x[N, C, *S] and arrays like it; and arrays of a number for each channel. */
typedef struct sb_channel_shapes {
    const sb_array *whole[2], *channels[9]; /* NULL are passed over */
} sb_channel_shapes;

sb_status sb_channel_check(sb_context *context, const sb_array *x, const sb_channel_shapes *shapes);

/* N times the product of S. */
int64_t sb_channel_values(const sb_array *x);

/* Whether these are formats of x, then of f32 from `first` up to, not with, `end`, of x again. */
bool sb_channel_formats(const int32_t *formats, int count, int32_t x, int first, int end);

/* The gradients of x, weight and bias from the gradient, x, and for each channel m, and r or, with
 * an eps, the variance that it comes from. `counted`: the gradient of x has what it owes to the
 * statistics of the batch. */
sb_status sb_channel_gradient(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                              bool counted, double eps);

#endif
