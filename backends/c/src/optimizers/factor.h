/* factor.h - gradients times one factor, which follows from an operand of rank 0 (clause G8). */
#ifndef SB_OPTIMIZERS_FACTOR_H
#define SB_OPTIMIZERS_FACTOR_H

#include "fused/steps.h"

/* grads * factor to `result`; *found, unless it is NULL, becomes 1 where one is not finite. */
sb_status sb_factor_run(sb_context *context, const sb_array *grads, double factor,
                        const sb_array *result, _Atomic int *found);

/* The one element of an operand of rank 0 and a format of optimizers, which binary64 holds. */
sb_status sb_factor_read(sb_context *context, const sb_array *operand, double *value);

#endif
