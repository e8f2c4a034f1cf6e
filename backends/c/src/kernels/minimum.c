/* minimum.c - the IEEE 754-2019 minimum (clause S3): NaN propagates, -0 < +0. It is computed with
 * integers only. */
#include "scalar/compare.h"

#define OP minimum
#define ARITY 2
#define INTEGERS
#define BITWISE
#include "elementwise/arithmetic_kernel.h"
