/* slope.h - how loops of optimizers begin (clause G8.5).
 *
 * slope(): the gradients, negated by a product with -1 where the call says `maximize`; which NaN
 * that makes of one is not seen. steep(): that plus decay * p, without a decay itself.
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

/* The factor of the gradients. */
static inline double slope_sign(const sb_context *context)
{
    return sb_attribute_flag(context, "maximize") ? -1.0 : 1.0;
}

#endif
