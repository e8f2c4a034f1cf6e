/* conv_f32.c - see conv.h. */
#include "simd/vector_f32.h"

#include "conv/conv_template.h"
