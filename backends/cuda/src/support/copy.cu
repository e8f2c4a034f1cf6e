// copy.cu - elements moved as they are, between any two walks of one shape.
#include "elementwise/bits.cuh"

SB_BITWISE_1(copy, x)
