/* conv_f64.c - see conv.h. */
#include "simd/vector_f64.h"

#include "conv/conv_template.h"
