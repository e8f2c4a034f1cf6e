// index_select.cu - the op index_select (clause S2); see moves/take.cuh.
#include "moves/take.cuh"

SB_TAKE_KERNEL(index_select)
