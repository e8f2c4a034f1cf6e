// scatter_base.cu - the value of a destination without contributions: its prior, with the canonical
// NaN (S1), or a zero with SB_ZERO.
//
// Nothing is written if an index was out of range.
#include "elementwise/elementwise.cuh"
#include "moves/index.cuh"
#include "scatter/adding.cuh"

struct sb_scatter_base_rule {
    static SB_DEVICE bool quick(sb_result &y, sb_first x, const double *)
    {
        y = slow(x, nullptr);
        return true;
    }
    static SB_DEVICE sb_result slow(sb_first x, const double *)
    {
        return sb_sums::narrow(sb_sums::wide(x));
    }
};

extern "C" __global__ void __launch_bounds__(SB_ELEMENTWISE_BLOCK)
    SB_JOIN_3(sb_scatter_base, _, SB_A)(const __grid_constant__ sb_elementwise a,
                                        const uint64_t *finding)
{
    if (sb_is_refused(finding))
        return;
#ifdef SB_ZERO
    SB_LOOP(sizeof(sb_result))
    {
        sb_pack<sb_result, N> zeros;
#pragma unroll
        for (int i = 0; i < N; i++) zeros.v[i] = 0;
        sb_put<sb_result, N>(a, 0, base, zeros);
    }
#else
    sb_elementwise_1<sb_scatter_base_rule, sb_result, sb_first>(a);
#endif
}
