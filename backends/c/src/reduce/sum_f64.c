/* sum_f64.c - reductions that are trees of additions; see trees.h. */
#include "simd/vector_f64.h"

#include "reduce/trees_template.h"
