// neg.cu - the sign bit flipped: an operation on bits, so a NaN keeps its payload (clause S2).
#include "elementwise/bits.cuh"

SB_BITWISE_1(neg, x ^ ((sb_bits)1 << (SB_WIDTH - 1)))
