// reduction.cuh - the loop of every reduction over axes: the terms that a thread reads (clauses T1,
// T2).
//
// A policy class defines the reduction:
//
//   element, state          the type in memory, and the type of a node of the tree
//   leaves(leaf, x, ...)    the leaves of the terms x; see sb_each_leaf
//   join, absent            see warp.cuh; a missing node counts as `absent`, the identity of join
//   nothing()               the root if there are no terms
//   finish(root, a, centre) the last operations, and the rounding to the result
//   centred, centre ...     whether leaves first need a value of the whole slice; see sb_no_centre
//
// A launch reduces every aligned segment of `span` terms, a power of two, to its node. If a segment
// holds all terms, the node is the root and is finished. Otherwise the nodes are the elements of
// the next launch. Grids, blocks and the number of launches do not change the tree.
#pragma once

#include "memory.cuh"
#include "warp.cuh"

// The arguments that reductions.py reads and fills (declared.py). Strides are in bytes, and every
// term is aligned to its size. Output i has the coordinates i / inner and i % inner, and its term t
// the coordinates t / run and t % run.
struct sb_reduction {
    const char *input;
    char *output;        // results, or nodes [output][segment]
    const char *centres; // by output, in the compute format; or null
    double divisor;
    int64_t count; // terms of a slice; a launch reads `terms` terms or nodes
    int64_t outputs, inner, terms, run, segments;
    int64_t outer_stride, inner_stride, step, stride;
    int32_t packed;  // terms are adjacent, and packs of them start at multiples of 16 bytes
    int32_t last;    // there is one segment: finish its node
    int32_t threads; // number of threads per row
    int32_t stored;  // for softmax: packs of results start at multiples of 16 bytes
};

SB_DEVICE int64_t sb_quotient(int64_t a, int64_t b)
{
    if (b == 1)
        return a;
    if (((uint64_t)a | (uint64_t)b) >> 32)
        return a / b;
    return (int64_t)((uint32_t)a / (uint32_t)b);
}

// Return the binary logarithm of a power of two.
SB_DEVICE int sb_log2_of(int power) { return 31 - __clz(power); }

// Return the address of term 0 of an output.
SB_DEVICE const char *sb_slice(const sb_reduction &a, int64_t output)
{
    const int64_t outer = sb_quotient(output, a.inner);
    return a.input + outer * a.outer_stride + (output - outer * a.inner) * a.inner_stride;
}

// A position in a walk from one term to the next.
struct sb_walk {
    int64_t offset, rest; // bytes from term 0, and terms before the end of the run
};

SB_DEVICE sb_walk sb_walk_from(const sb_reduction &a, int64_t term)
{
    if (a.run == a.terms)
        return {term * a.stride, a.terms - term};
    const int64_t outer = sb_quotient(term, a.run), inside = term - outer * a.run;
    return {outer * a.step + inside * a.stride, a.run - inside};
}

SB_DEVICE void sb_walk_on(const sb_reduction &a, sb_walk &walk)
{
    walk.offset += a.stride;
    if (--walk.rest == 0) {
        walk.offset += a.step - a.run * a.stride;
        walk.rest = a.run;
    }
}

// Leaves of a policy class with Rule::leaf(x, index, centre). A thread has N leaves, in groups of V
// neighbours that are `step` terms apart.
template <class Rule> struct sb_each_leaf {
    template <int N, int V, class T, class State, class Centre>
    static SB_DEVICE void leaves(State (&leaf)[N], const T (&x)[N], int64_t first, int64_t step,
                                 Centre centre)
    {
#pragma unroll
        for (int i = 0; i < N; i++)
            leaf[i] = Rule::leaf(x[i], first + i / V * step + i % V, centre);
    }
};

// The base of a policy class without a centre. A policy class with a centre has `centre_state`, the
// leaves and join of `centre_rule`, and centre_of(root, terms).
struct sb_no_centre {
    enum { centred = 0 };
    typedef int centre_state;
};

// The nodes of an earlier launch as terms.
template <class Rule> struct sb_nodes : sb_each_leaf<sb_nodes<Rule>> {
    enum { centred = 0 };
    typedef typename Rule::state state, element;
    typedef typename Rule::centre_state centre_state;
    template <class Centre> static SB_DEVICE state leaf(state x, int64_t, Centre) { return x; }
    static SB_DEVICE state join(state a, state b) { return Rule::join(a, b); }
    static SB_DEVICE state absent() { return Rule::absent(); }
    static SB_DEVICE state nothing() { return Rule::nothing(); }
    template <class Centre>
    static SB_DEVICE auto finish(state root, const sb_reduction &a, Centre centre)
    {
        return Rule::finish(root, a, centre);
    }
};

template <class Result>
SB_DEVICE void sb_put_result(const sb_reduction &a, int64_t output, Result result)
{
    reinterpret_cast<Result *>(a.output)[output] = result;
}

// Return the centre of an output, which an earlier launch has computed.
template <class Rule>
SB_DEVICE typename Rule::centre_state sb_centre_found(const sb_reduction &a, int64_t output)
{
    typedef typename Rule::centre_state centre_state;
    if (a.centres == nullptr)
        return centre_state(0);
    return reinterpret_cast<const centre_state *>(a.centres)[output];
}
