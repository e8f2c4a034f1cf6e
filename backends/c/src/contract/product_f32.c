/* product_f32.c - see product.h. */
#include "simd/vector_f32.h"

#include "contract/product_template.h"
