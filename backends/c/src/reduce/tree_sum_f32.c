/* tree_sum_f32.c - trees of additions (clause T1); see tree.h. */
#include "simd/vector_f32.h"

#include "reduce/tree_template.h"
