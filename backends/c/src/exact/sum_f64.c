/* sum_f64.c - see sum.h. */
#include "simd/vector_f64.h"

#include "exact/sum_template.h"
