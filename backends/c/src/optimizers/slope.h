/* slope.h - the first steps of the loops of optimizers (clause G8.5).
 *
 * slope() returns the gradients, negated by a product with -1 if the call says `maximize`. The NaN
 * that results from a NaN does not matter. steep() returns slope() plus decay * p, or slope() if
 * there is no decay.
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
