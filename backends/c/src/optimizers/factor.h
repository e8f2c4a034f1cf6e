/* factor.h - gradients multiplied by one factor, which is computed from an operand of rank 0
 * (clause G8). */
#ifndef SB_OPTIMIZERS_FACTOR_H
#define SB_OPTIMIZERS_FACTOR_H

#include "fused/steps.h"

/* Write grads * factor to `result`. Unless `found` is NULL, *found becomes 1 if a gradient is not
 * finite. */
sb_status sb_factor_run(sb_context *context, const sb_array *grads, double factor,
                        const sb_array *result, _Atomic int *found);

/* Read the element of an operand of rank 0, in a format of optimizers. The value is exact in
 * binary64. */
sb_status sb_factor_read(sb_context *context, const sb_array *operand, double *value);

#endif
