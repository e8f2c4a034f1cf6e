// scatter_items.cu - items of destinations and positions from an index tensor, and the check of the
// indices (T7).
//
// SB_B is the format of the index. SB_KEYED is 1 if items store key and position separately, else
// 0.
#include "moves/index.cuh"
#include "order/radix.cuh"

#if SB_KEYED
typedef sb_keyed sb_destined;
#else
typedef uint64_t sb_destined;
#endif

// The arguments that families/scatter.py reads and fills (declared.py).
struct sb_scatter_items {
    const char *index;
    sb_destined *items;
    uint64_t *finding; // the finding, followed by one finding for each block
    sb_length length;  // length of a row
    sb_length inner;   // number of destinations for each index
    int64_t limit;
    int64_t skipped; // the index whose updates are dropped, or -1
    sb_walk<1> walk;
};

extern "C" __global__ void __launch_bounds__(SB_INDEX_BLOCK)
    SB_JOIN(sb_scatter_items_, SB_B)(const __grid_constant__ sb_scatter_items a)
{
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    uint64_t first = SB_NO_POSITION;
    int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < a.walk.count; at += step) {
        int64_t offsets[1] = {0}, row = at;
        sb_walk_to(a.walk, at, offsets);
        const int64_t place = sb_take_digit(row, a.length);
        int64_t index = sb_index_at<sb_second>(a.index + offsets[0]);
        if ((uint64_t)index >= (uint64_t)a.limit) {
            first = (uint64_t)at < first ? (uint64_t)at : first;
            index = 0;
        }
        int64_t outer = place;
        const int64_t inner = sb_take_digit(outer, a.inner);
        const int64_t key =
            index == a.skipped ? a.limit * a.inner.value : index * a.inner.value + inner;
        a.items[at] = sb_item<sb_destined>::made((uint64_t)key, place);
    }
    sb_leave_position(a.finding, first);
}
