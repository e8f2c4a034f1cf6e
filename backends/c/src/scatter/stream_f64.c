/* stream_f64.c - see stream.h. */
#include "simd/vector_f64.h"

#include "scatter/stream_template.h"
