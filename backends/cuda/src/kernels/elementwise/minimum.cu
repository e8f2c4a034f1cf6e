// minimum.cu - the IEEE 754-2019 minimum (clause S3): NaN propagates, -0 < +0. It uses integer
// operations only.
#include "elementwise/bits.cuh"
#include "scalar/compare.h"
#include "scalar/integers.h"

SB_BITWISE_2(minimum, SB_NAMED(minimum)(x, z))
