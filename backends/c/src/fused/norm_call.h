/* norm_call.h - checks of calls of the norms over the last axes and of their gradients (clause
 * G6). */
#ifndef SB_FUSED_NORM_CALL_H
#define SB_FUSED_NORM_CALL_H

#include "fused/slices.h"
#include "fused/views.h"

/* The attributes `axis` and `eps` (default 1e-5). */
extern const sb_parameter sb_norm_parameters[];

/* Read `axis`, and check the shapes of arrays against x. `whole` arrays have the shape of x,
 * `statistics` have the axes before `axis`, and `weights` have the axes from `axis` on. */
typedef struct sb_norm_shapes {
    const sb_array *whole[3], *statistics[2], *weights[4]; /* NULL after the last array */
} sb_norm_shapes;

sb_status sb_norm_check(sb_context *context, const sb_array *x, const sb_norm_shapes *shapes,
                        int *axis);

/* Return whether the formats of a call are supported. A call of a norm has up to `weights` weights
 * after its fixed operands. From the third result or operand on, `statistics` arrays are f32. Other
 * results have the format of x. */
bool sb_norm_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count, int weights, int statistics);
bool sb_norm_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                               int output_count, int statistics, int gradients);

/* Run a norm (norm.c) or its gradient (norm_gradient.c). `centred` says that it subtracts a mean.
 */
sb_status sb_norm_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      bool centred, double eps);
sb_status sb_norm_gradient_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                               bool centred);

#endif
