/* extreme_f32.c - see extreme.h. */
#include "simd/vector_f32.h"

#include "reduce/extreme_template.h"
