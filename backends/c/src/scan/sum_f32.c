/* sum_f32.c - see scan.h. */
#include "simd/vector_f32.h"

#define SCAN sb_scan_sum_f32
#define COMBINE(a, b) ((a) + (b))
#define IDENTITY ((real) - 0.0)
#include "scan/scan_template.h"
