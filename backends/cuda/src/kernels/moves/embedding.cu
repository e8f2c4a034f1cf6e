// embedding.cu - the op embedding (clause S2); see moves/take.cuh.
#include "moves/take.cuh"

SB_TAKE_KERNEL(embedding)
