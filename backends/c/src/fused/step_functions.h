/* step_functions.h - functions for the loops of fused steps. Their names end in the format. */
#ifndef SB_FUSED_STEP_FUNCTIONS_H
#define SB_FUSED_STEP_FUNCTIONS_H

#include "scalar/compare.h"
#include "scalar/convert.h"

SB_FN float canonical_f32(float x) { return f32_canonical(x); }
SB_FN double canonical_f64(double x) { return f64_canonical(x); }

/* Maximum and minimum (S3): a NaN gives NaN, and -0 is below +0. */
SB_FN float maximum_f32(float a, float b)
{
    return f32_from_bits(f32_maximum(f32_to_bits(a), f32_to_bits(b)));
}

SB_FN float minimum_f32(float a, float b)
{
    return f32_from_bits(f32_minimum(f32_to_bits(a), f32_to_bits(b)));
}

SB_FN double maximum_f64(double a, double b)
{
    return f64_from_bits(f64_maximum(f64_to_bits(a), f64_to_bits(b)));
}

SB_FN double minimum_f64(double a, double b)
{
    return f64_from_bits(f64_minimum(f64_to_bits(a), f64_to_bits(b)));
}

#endif
