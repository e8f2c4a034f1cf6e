/* tree_f32.c - see tree.h. */
#include "simd/vector_f32.h"

#include "reduce/tree_template.h"
