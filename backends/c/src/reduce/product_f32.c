/* product_f32.c - reductions that are trees of multiplications; see trees.h. */
#include "simd/vector_f32.h"

#define SB_PRODUCT
#include "reduce/trees_template.h"
