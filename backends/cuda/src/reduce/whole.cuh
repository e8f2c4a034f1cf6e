// whole.cuh - the policy classes of reductions that count in 64 bits modulo 2^64 (clause T3).
//
// Their results do not depend on the order of additions, but they use the trees of the other
// reductions.
#pragma once

#include "elementwise/bits.cuh"
#include "reduce/reduce.cuh"

#define SB_TRUTH_bool 1

struct sb_whole_frame : sb_no_centre {
    typedef uint64_t state;
    static SB_DEVICE int centre_found(int centre) { return centre; }
};

// ---- sums and products of integers; a true bool is 1 ----

struct sb_whole_values : sb_whole_frame {
    typedef sb_first element;
#if SB_JOIN(SB_TRUTH_, SB_A)
    static SB_DEVICE uint64_t leaf(sb_first x, int64_t, int) { return x != 0; }
#elif SB_JOIN(SB_INTEGER_, SB_A)
    static SB_DEVICE uint64_t leaf(sb_first x, int64_t, int) { return (uint64_t)(int64_t)x; }
#endif
    static SB_DEVICE sb_result finish(uint64_t root, const sb_reduction &, int)
    {
        return (sb_result)root;
    }
};

struct sb_whole_sum : sb_whole_values, sb_each_leaf<sb_whole_sum> {
    static SB_DEVICE uint64_t absent() { return 0; }
    static SB_DEVICE uint64_t nothing() { return 0; }
    static SB_DEVICE uint64_t join(uint64_t a, uint64_t b) { return a + b; }
};

struct sb_whole_product : sb_whole_values, sb_each_leaf<sb_whole_product> {
    static SB_DEVICE uint64_t absent() { return 1; }
    static SB_DEVICE uint64_t nothing() { return 1; }
    static SB_DEVICE uint64_t join(uint64_t a, uint64_t b) { return a * b; }
};

// ---- the number of elements that are true after a cast to bool (clause R5): any bit except the
// sign of a float ----

struct sb_count : sb_whole_frame, sb_each_leaf<sb_count> {
    typedef SB_JOIN(SB_BITS_, SB_A) element;
    static SB_DEVICE uint64_t leaf(element x, int64_t, int)
    {
        return (element)(x << (1 - SB_JOIN(SB_INTEGER_, SB_A))) != 0;
    }
    static SB_DEVICE uint64_t absent() { return 0; }
    static SB_DEVICE uint64_t nothing() { return 0; }
    static SB_DEVICE uint64_t join(uint64_t a, uint64_t b) { return a + b; }
    static SB_DEVICE sb_result finish(uint64_t root, const sb_reduction &, int)
    {
        return (sb_result)root;
    }
};

struct sb_any : sb_count {
    static SB_DEVICE sb_result finish(uint64_t root, const sb_reduction &, int)
    {
        return root != 0;
    }
};

struct sb_all : sb_count {
    static SB_DEVICE sb_result finish(uint64_t root, const sb_reduction &a, int)
    {
        return root == (uint64_t)a.count;
    }
};
