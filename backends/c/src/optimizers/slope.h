/* slope.h - the first steps of the loops of optimizers (clause G8.5).
 *
 * steep_f32 and steep_f64 return the gradient times `sign`. If `heavy` is set, they add the
 * parameter times `decay`. `sign` is -1 if the call sets `maximize`, else 1. A NaN gives a NaN,
 * which need not be canonical.
 */
#ifndef SB_OPTIMIZERS_SLOPE_H
#define SB_OPTIMIZERS_SLOPE_H

#include "fused/step_functions.h"
#include "fused/steps.h"

SB_FN float steep_f32(float grad, float sign, float param, float decay, bool heavy)
{
    return heavy ? grad * sign + param * decay : grad * sign;
}

SB_FN double steep_f64(double grad, double sign, double param, double decay, bool heavy)
{
    return heavy ? grad * sign + param * decay : grad * sign;
}

/* Return the factor of the gradients. */
static inline double slope_sign(const sb_context *context)
{
    return sb_attribute_flag(context, "maximize") ? -1.0 : 1.0;
}

#endif
