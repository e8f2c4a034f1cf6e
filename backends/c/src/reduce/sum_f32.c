/* sum_f32.c - see sum.h. */
#include "simd/vector_f32.h"

#include "reduce/sum_template.h"
