// copy.cu - copies of elements with unchanged bits, between two arrays of one shape and any
// strides.
#include "elementwise/bits.cuh"

SB_BITWISE_1(copy, x)
