/* product_f64.c - see scan.h. */
#include "simd/vector_f64.h"

#define SCAN sb_scan_product_f64
#define COMBINE(a, b) ((a) * (b))
#define IDENTITY ((real)1)
#include "scan/scan_template.h"
