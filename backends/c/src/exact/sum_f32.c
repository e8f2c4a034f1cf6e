/* sum_f32.c - see sum.h. */
#include "simd/vector_f32.h"

#include "exact/sum_template.h"
