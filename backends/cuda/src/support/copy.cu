// copy.cu - copies of elements with unchanged bits, between any two walks of one shape.
#include "elementwise/bits.cuh"

SB_BITWISE_1(copy, x)
