// uniform_from_bits.cu - the op uniform_from_bits (clause D2): the upper bits of a word as a
// fraction.
#include "elementwise/elementwise.cuh"
#include "scalar/draw.h"

SB_ELEMENTWISE_1(uniform_from_bits, SB_JOIN(draw_uniform_, SB_R)(x))
