// softmax.cu - softmax along an axis (clause G2): short rows in one pass, long rows by sums and
// quotients.
#include "fused/softmax.cuh"

SB_NODES(4, 8, 4, 8)
SB_CENTRE(max)

SB_REDUCTION_ENTRY(softmax, short, SB_ROW_THREADS, 5) { sb_softmax_rows<1>(a); }

SB_REDUCTION_ENTRY(softmax, half, SB_ROW_THREADS, 4)
{
    enum { PACKS = SB_SOFTMAX_TERMS / 2 * (int)sizeof(sb_first) / 16 };
    if (PACKS > SB_FEW_PACKS && sb_fits_few_packs<sb_first>(a))
        return sb_softmax_rows<SB_FEW_PACKS>(a);
    sb_softmax_rows<PACKS>(a);
}

SB_REDUCTION_ENTRY(softmax, rows, SB_SOFTMAX_THREADS, 2)
{
    sb_softmax_rows<SB_SOFTMAX_TERMS *(int)sizeof(sb_first) / 16>(a);
}

SB_REDUCTION_AFTER(sb_fill_exp_tables(), softmax_sum, sb_softmax_sum, SB_ROW_THREADS, 2)

SB_REDUCTION_ENTRY(softmax, quotients, SB_QUOTIENT_THREADS) { sb_softmax_quotients(a); }
