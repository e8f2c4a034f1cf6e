/* sum_f64.c - see scan.h. */
#include "simd/vector_f64.h"

#define SCAN sb_scan_sum_f64
#define COMBINE(a, b) ((a) + (b))
#define IDENTITY ((real) - 0.0)
#include "scan/scan_template.h"
