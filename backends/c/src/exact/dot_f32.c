/* dot_f32.c - see dot.h. */
#include "simd/vector_f32.h"

#include "exact/dot_template.h"
