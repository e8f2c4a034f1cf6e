/* norm_call.h - what the norms over the last axes and their gradients ask of a call (clause G6). */
#ifndef SB_FUSED_NORM_CALL_H
#define SB_FUSED_NORM_CALL_H

#include "fused/slices.h"
#include "fused/views.h"

/* `axis` and `eps`, 1e-5 where it is left out. */
extern const sb_parameter sb_norm_parameters[];

/* Read `axis`, and check the shapes of arrays against x: `whole` ones like it, `statistics` of its
 * axes before `axis`, `weights` of the others. */
typedef struct sb_norm_shapes {
    const sb_array *whole[3], *statistics[2], *weights[4]; /* NULL behind the last */
} sb_norm_shapes;

sb_status sb_norm_check(sb_context *context, const sb_array *x, const sb_norm_shapes *shapes,
                        int *axis);

/* Whether a call has `fixed` operands, of which `statistics` from the third on are f32, and up to
 * `weights` more; and results in the format of x with statistics, or with gradients of weights
 * where there is one. */
bool sb_norm_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count, int weights, int statistics);
bool sb_norm_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                               int output_count, int statistics, int gradients);

/* norm.c, norm_gradient.c: `centred` where there is a mean. */
sb_status sb_norm_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      bool centred, double eps);
sb_status sb_norm_gradient_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                               bool centred);

#endif
