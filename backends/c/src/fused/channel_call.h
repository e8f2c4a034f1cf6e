/* channel_call.h - checks of the calls of the four batch norms, and properties of their channels
 * (clauses G5, G6.9 to G6.13). */
#ifndef SB_FUSED_CHANNEL_CALL_H
#define SB_FUSED_CHANNEL_CALL_H

#include "fused/views.h"

/* Arrays of the shape x[N, C, *S], and arrays of one number per channel. */
typedef struct sb_channel_shapes {
    const sb_array *whole[2], *channels[9]; /* NULL entries are ignored */
} sb_channel_shapes;

sb_status sb_channel_check(sb_context *context, const sb_array *x, const sb_channel_shapes *shapes);

/* Return the number of values of a channel: N times the product of S. */
int64_t sb_channel_values(const sb_array *x);

/* Return whether the formats are right: f32 from index `first` to `end` - 1, and the format x for
 * the others. */
bool sb_channel_formats(const int32_t *formats, int count, int32_t x, int first, int end);

/* Compute the gradients of x, weight and bias. The operands are the gradient, x, and for each
 * channel m and r. With an eps, the variance takes the place of r. If `counted` is set, the
 * gradient of x includes the dependence of the batch statistics on x. */
sb_status sb_channel_gradient(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                              bool counted, double eps);

#endif
