// index_note.cu - records why a call with an index out of range is refused (clauses S2, T7).
#include "moves/index.cuh"

// The arguments that launching/placing/indices.py reads and fills (declared.py).
struct sb_index_note {
    const uint64_t *finding;
    uint64_t *record; // the position, and the index at that position
    const char *index;
    sb_walk<1> walk;
};

// A record that already has a finding does not change: a graph that is launched again reports its
// first finding.
extern "C" __global__ void __launch_bounds__(1)
    SB_JOIN(sb_index_note_, SB_B)(const __grid_constant__ sb_index_note a)
{
    const uint64_t at = a.finding[0];
    if (at == SB_NO_POSITION || a.record[0] != SB_NO_POSITION)
        return;
    int64_t offsets[1] = {0};
    sb_walk_to(a.walk, (int64_t)at, offsets);
    a.record[1] = (uint64_t)sb_index_at<sb_second>(a.index + offsets[0]);
    a.record[0] = at;
}
