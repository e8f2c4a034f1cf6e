/* tree_sum_f64.c - trees of additions (clause T1); see tree.h. */
#include "simd/vector_f64.h"

#include "reduce/tree_template.h"
