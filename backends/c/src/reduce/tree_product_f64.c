/* tree_product_f64.c - trees of multiplications (clause T3); see tree.h. */
#include "simd/vector_f64.h"

#define SB_PRODUCT
#include "reduce/tree_template.h"
