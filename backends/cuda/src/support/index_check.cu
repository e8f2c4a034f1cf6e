// index_check.cu - the check that all values of an index tensor are within their axis (clauses S2,
// T7). SB_B is the format of the index.
#include "moves/index.cuh"

// The arguments that launching/placing/indices.py reads and fills (declared.py).
struct sb_index_check {
    const char *index;
    int64_t limit;
    uint64_t *finding; // the finding, followed by one finding for each block
    sb_walk<1> walk;
};

extern "C" __global__ void __launch_bounds__(SB_INDEX_BLOCK)
    SB_JOIN(sb_index_check_, SB_B)(const __grid_constant__ sb_index_check a)
{
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    uint64_t first = SB_NO_POSITION;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < a.walk.count; at += step) {
        int64_t offsets[1] = {0};
        sb_walk_to(a.walk, at, offsets);
        const int64_t index = sb_index_at<sb_second>(a.index + offsets[0]);
        if ((uint64_t)index >= (uint64_t)a.limit && (uint64_t)at < first)
            first = (uint64_t)at;
    }
    sb_leave_position(a.finding, first);
}

// Combine the findings of all blocks of a grid. This kernel has one block.
extern "C" __global__ void __launch_bounds__(SB_INDEX_BLOCK)
    SB_JOIN(sb_index_verdict_, SB_B)(uint64_t *finding, int64_t blocks)
{
    uint64_t first = SB_NO_POSITION;
    for (int64_t i = threadIdx.x; i < blocks; i += blockDim.x)
        if (finding[1 + i] < first)
            first = finding[1 + i];
    sb_leave_position(finding, first);
}
