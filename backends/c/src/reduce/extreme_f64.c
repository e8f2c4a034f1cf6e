/* extreme_f64.c - see extreme.h. */
#include "simd/vector_f64.h"

#include "reduce/extreme_template.h"
