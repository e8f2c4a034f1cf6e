// softmax.cu - softmax along an axis (clause G2): rows in one visit, long ones by sums and quotients.
#include "fused/softmax.cuh"

SB_REDUCTION_ENTRY(softmax, short, 256, 5)
{
    sb_softmax_rows<1>(a);
}

SB_REDUCTION_ENTRY(softmax, half, 256, 4)
{
    sb_softmax_rows<SB_SOFTMAX_TERMS / 2 * (int)sizeof(sb_first) / 16>(a);
}

SB_REDUCTION_ENTRY(softmax, rows, 512, 2)
{
    sb_softmax_rows<SB_SOFTMAX_TERMS * (int)sizeof(sb_first) / 16>(a);
}

SB_REDUCTION_AFTER(sb_fill_exp_tables(), softmax_sum, sb_softmax_sum, 256, 2)

SB_REDUCTION_ENTRY(softmax, quotients, 256)
{
    sb_softmax_quotients(a);
}
