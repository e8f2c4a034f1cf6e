/* dot_f64.c - see dot.h. */
#include "simd/vector_f64.h"

#include "exact/dot_template.h"
