// bitwise_and.cu - the bits that are set in both of two integers (clause S2).
#include "elementwise/elementwise.cuh"
#include "scalar/integers.h"

SB_ARITHMETIC_2(bitwise_and)
