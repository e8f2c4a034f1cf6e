/* sum_f32.c - reductions that are trees of additions; see trees.h. */
#include "simd/vector_f32.h"

#include "reduce/trees_template.h"
