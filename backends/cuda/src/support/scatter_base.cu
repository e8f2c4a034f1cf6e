// scatter_base.cu - what a destination without contributions holds: its prior, a NaN canonical (S1).
#include "elementwise/elementwise.cuh"
#include "scatter/adding.cuh"

SB_ELEMENTWISE_1(scatter_base, sb_sums::narrow(sb_sums::wide(x)))
