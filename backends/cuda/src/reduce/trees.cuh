// trees.cuh - the policy classes of reductions of floats that are trees (clauses R4, S1, T1, T3).
#pragma once

#include "reduce/reduce.cuh"

#if !SB_JOIN(SB_INTEGER_, SB_A)

SB_DEVICE float sb_root(float x) { return SB_SQRT_F32(x); }

SB_DEVICE double sb_root(double x) { return SB_SQRT(x); }

SB_DEVICE float sb_magnitude(float x) { return f32_from_bits(f32_to_bits(x) & 0x7fffffffu); }

SB_DEVICE double sb_magnitude(double x) { return f64_abs(x); }

struct sb_sum_tree : sb_addition<sb_real>, sb_no_centre, sb_each_leaf<sb_sum_tree> {
    typedef sb_first element;
    static SB_DEVICE sb_real leaf(sb_first x, int64_t, int) { return sb_term(x); }
    static SB_DEVICE int centre_found(int centre) { return centre; }
    static SB_DEVICE sb_real nothing() { return sb_real(0); }
    static SB_DEVICE sb_result finish(sb_real root, const sb_reduction &, int)
    {
        return sb_rounded(root);
    }
};

// The root divided by the number of terms. Without terms this is 0 / 0, which is NaN.
struct sb_mean_tree : sb_sum_tree {
    static SB_DEVICE sb_result finish(sb_real root, const sb_reduction &a, int)
    {
        return sb_rounded(root / (sb_real)a.divisor);
    }
};

struct sb_product_tree : sb_multiplication<sb_real>, sb_no_centre, sb_each_leaf<sb_product_tree> {
    typedef sb_first element;
    static SB_DEVICE sb_real leaf(sb_first x, int64_t, int) { return sb_term(x); }
    static SB_DEVICE int centre_found(int centre) { return centre; }
    static SB_DEVICE sb_real nothing() { return sb_real(1); }
    static SB_DEVICE sb_result finish(sb_real root, const sb_reduction &, int)
    {
        return sb_rounded(root);
    }
};

// The norm of order 1.
struct sb_magnitude_tree : sb_sum_tree, sb_each_leaf<sb_magnitude_tree> {
    using sb_each_leaf<sb_magnitude_tree>::leaves;
    static SB_DEVICE sb_real leaf(sb_first x, int64_t, int) { return sb_magnitude(sb_term(x)); }
};

// The norm of order 2.
struct sb_square_tree : sb_sum_tree, sb_each_leaf<sb_square_tree> {
    using sb_each_leaf<sb_square_tree>::leaves;
    static SB_DEVICE sb_real leaf(sb_first x, int64_t, int)
    {
        const sb_real term = sb_term(x);
        return term * term;
    }
    static SB_DEVICE sb_result finish(sb_real root, const sb_reduction &, int)
    {
        return sb_rounded(sb_root(root));
    }
};

#endif
