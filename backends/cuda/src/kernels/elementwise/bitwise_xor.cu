// bitwise_xor.cu - the bits that are set in exactly one of two integers (clause S2).
#include "elementwise/elementwise.cuh"
#include "scalar/integers.h"

SB_ARITHMETIC_2(bitwise_xor)
