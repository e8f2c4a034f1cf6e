/* groups_f32.c - see groups_template.h. */
#include "simd/vector_f32.h"

#include "scatter/groups_template.h"
