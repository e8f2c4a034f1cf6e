/* tree_product_f32.c - trees of multiplications (clause T3); see tree.h. */
#include "simd/vector_f32.h"

#define SB_PRODUCT
#include "reduce/tree_template.h"
