/* stream_f32.c - see stream.h. */
#include "simd/vector_f32.h"

#include "scatter/stream_template.h"
