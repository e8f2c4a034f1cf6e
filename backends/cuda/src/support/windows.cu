// windows.cu - the entry of a kernel that is generated from a declared graph over windows (G1,
// G10).
//
// window_formulas.py writes the formula and puts it before this text: `sb_formula::place` computes
// all results at one position of one plane. SB_ELEMENT names the format of the first operand.
#include "fused/windows.cuh"

extern "C" __global__ void __launch_bounds__(SB_WINDOW_BLOCK)
    SB_JOIN_3(SB_GRAPH, _, SB_ELEMENT)(const __grid_constant__ sb_windows a)
{
    const int64_t step = (int64_t)gridDim.x * blockDim.x;
    const sb_spot sizes = sb_formula::sizes(a);
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        sb_spot spot;
        int64_t rest = i;
#pragma unroll
        for (int d = SB_RANK - 1; d >= 0; d--) {
            const int64_t before = sb_quotient(rest, sizes.at[d]);
            spot.at[d] = rest - before * sizes.at[d];
            rest = before;
        }
        sb_formula::place(a, i, rest, spot);
    }
}
