/* product_f64.c - see product.h. */
#include "simd/vector_f64.h"

#include "contract/product_template.h"
