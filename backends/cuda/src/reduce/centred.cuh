// centred.cuh - the policy classes of reductions whose leaves depend on a value of the whole slice
// (clause T3): the mean for a variance, the maximum for logsumexp.
//
// The threads of a row compute this value if they hold the whole row; otherwise earlier launches
// do.
#pragma once

#include "reduce/trees.cuh"

struct sb_squared_deviation : sb_addition<sb_real>, sb_each_leaf<sb_squared_deviation> {
    enum { centred = 1 };
    typedef sb_first element;
    typedef sb_real centre_state;
    typedef sb_sum_tree centre_rule;
    static SB_DEVICE sb_real centre_of(sb_real root, int64_t terms)
    {
        return root / (sb_real)(long long)terms;
    }
    static SB_DEVICE sb_real centre_found(sb_real mean) { return mean; }
    static SB_DEVICE sb_real leaf(sb_first x, int64_t, sb_real mean)
    {
        const sb_real deviation = sb_term(x) - mean;
        return deviation * deviation;
    }
    static SB_DEVICE sb_real nothing() { return sb_real(0); }
};

// Without terms the divisor is 0, so that the result is a NaN.
struct sb_variance : sb_squared_deviation {
    static SB_DEVICE sb_result finish(sb_real root, const sb_reduction &a, sb_real)
    {
        return sb_rounded(root / (sb_real)a.divisor);
    }
};

struct sb_deviation : sb_squared_deviation {
    static SB_DEVICE sb_result finish(sb_real root, const sb_reduction &a, sb_real)
    {
        return sb_rounded(sb_root(root / (sb_real)a.divisor));
    }
};
