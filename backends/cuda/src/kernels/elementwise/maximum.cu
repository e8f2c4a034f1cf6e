// maximum.cu - the IEEE 754-2019 maximum (clause S3): NaN propagates, -0 < +0. It uses integer
// operations only.
#include "elementwise/bits.cuh"
#include "scalar/compare.h"
#include "scalar/integers.h"

SB_BITWISE_2(maximum, SB_NAMED(maximum)(x, z))
