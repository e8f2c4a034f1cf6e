// abs.cu - the sign bit cleared: an operation on bits, so a NaN keeps its payload (clause S2).
#include "elementwise/bits.cuh"

SB_BITWISE_1(abs, x &(((sb_bits)1 << (SB_WIDTH - 1)) - 1))
