/* groups_f64.c - see groups_template.h. */
#include "simd/vector_f64.h"

#include "scatter/groups_template.h"
