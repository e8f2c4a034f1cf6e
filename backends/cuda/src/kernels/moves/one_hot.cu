// one_hot.cu - the op one_hot (clause S2): 1 at the index, 0 at other positions.
#include "moves/index.cuh"

// The arguments that families/moves.py reads and fills (declared.py).
struct sb_one_hot {
    char *result;
    const char *index;
    const uint64_t *finding;
    int64_t aligned; // true if the result is aligned
    sb_walk<3> walk; // arrays: 0 the result, 1 the index, 2 the class number
};

extern "C" __global__ void __launch_bounds__(SB_INDEX_BLOCK)
    SB_JOIN(sb_one_hot_, SB_A)(const __grid_constant__ sb_one_hot a)
{
    if (sb_is_refused(a.finding))
        return;
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < a.walk.count; at += step) {
        int64_t offsets[3] = {0, 0, 0};
        sb_walk_to(a.walk, at, offsets);
        const int64_t index = sb_index_at<sb_first>(a.index + offsets[1]);
        sb_store<int64_t>(a.result + offsets[0], index == offsets[2], a.aligned);
    }
}
