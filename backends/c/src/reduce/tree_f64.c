/* tree_f64.c - see tree.h. */
#include "simd/vector_f64.h"

#include "reduce/tree_template.h"
