// windows.cuh - the common part of kernels that are generated from declared windows (clauses G1,
// G10, T1).
//
// A thread computes the results at one position. It loops over the taps of the position in
// row-major order; taps outside of the operand are absent. If a tap reads a computed value, the
// value is computed there. window_formulas.py writes the formula, and support/windows.cu has the
// entry.
#pragma once

#include "elementwise/bits.cuh"
#include "fused/stages.cuh"
#include "reduce/reduce.cuh"

enum { SB_WINDOW_ARRAYS = 4, SB_WINDOW_NUMBERS = 8, SB_WINDOW_NAMES = 12, SB_WINDOW_AXES = 3 };
enum { SB_WINDOW_BLOCK = 256 };

// The arguments that families/windows.py fills (declared.py): first operands, then results, all
// contiguous.
struct sb_windows {
    int64_t count; // number of positions
    char *data[SB_WINDOW_ARRAYS];
    uint64_t numbers[SB_WINDOW_NUMBERS];            // bit patterns of the host scalars (G3)
    int64_t named[SB_WINDOW_NAMES][SB_WINDOW_AXES]; // sizes and attributes, for each axis
    uint32_t taken;                                 // bit i: the condition of branch i holds
    int32_t unused;
};

// Coordinates of a position. The leading axes are merged into one axis, the plane.
struct sb_spot {
    int64_t at[SB_RANK];
};

// Return a / b rounded down; b is above 0.
SB_DEVICE int64_t sb_floor_quotient(int64_t a, int64_t b)
{
    if (a >= 0)
        return sb_quotient(a, b);
    const int64_t q = a / b;
    return q - (q * b != a);
}

SB_DEVICE int64_t sb_lesser(int64_t a, int64_t b) { return a < b ? a : b; }
SB_DEVICE int64_t sb_greater(int64_t a, int64_t b) { return a > b ? a : b; }

// Return the row-major index of a position.
SB_DEVICE int64_t sb_number_of_spot(const sb_spot &spot, const sb_spot &sizes)
{
    int64_t number = 0;
#pragma unroll
    for (int d = 0; d < SB_RANK; d++) number = number * sizes.at[d] + spot.at[d];
    return number;
}

// Return the number of positions.
SB_DEVICE int64_t sb_spots(const sb_spot &sizes)
{
    int64_t count = 1;
#pragma unroll
    for (int d = 0; d < SB_RANK; d++) count *= sizes.at[d];
    return count;
}

template <class T>
SB_DEVICE T sb_take_spot(const sb_windows &a, int which, int64_t plane, const sb_spot &spot,
                         const sb_spot &sizes)
{
    return reinterpret_cast<const T *>(
        a.data[which])[plane * sb_spots(sizes) + sb_number_of_spot(spot, sizes)];
}

// T1 over terms that come one after another. The first levels of the tree are in registers.
template <class Rule> struct sb_terms {
    typedef typename Rule::state state;
    enum { NEAR = 5, FAR = 43 };
    state near[NEAR], far[FAR];
    uint64_t count = 0;
    SB_DEVICE void push(state node)
    {
        const uint64_t before = count++;
#pragma unroll
        for (int i = 0; i < NEAR; i++) {
            if (((before >> i) & 1) == 0) {
                near[i] = node;
                return;
            }
            node = Rule::join(near[i], node);
        }
        int i = 0;
        for (; (before >> (NEAR + i)) & 1; i++) node = Rule::join(far[i], node);
        far[i] = node;
    }
    SB_DEVICE state root() const
    {
        state node = Rule::nothing();
        bool some = false;
#pragma unroll
        for (int i = 0; i < NEAR; i++)
            if ((count >> i) & 1) {
                node = some ? Rule::join(near[i], node) : near[i];
                some = true;
            }
        for (int i = 0; (count >> (NEAR + i)) != 0; i++)
            if ((count >> (NEAR + i)) & 1) {
                node = some ? Rule::join(far[i], node) : far[i];
                some = true;
            }
        return node;
    }
};

// Return the leaf of a term and its index.
template <class Rule, class T> SB_DEVICE typename Rule::state sb_leaf_of(T x, int64_t number)
{
    typename Rule::state leaf[1];
    const T one[1] = {x};
    Rule::template leaves<1, 1>(leaf, one, number, (int64_t)1, 0);
    return leaf[0];
}

// Apply the last operations of a reduction.
template <class Rule> SB_DEVICE sb_result sb_window_result(typename Rule::state root)
{
    sb_reduction reduction;
    reduction.divisor = 0.0;
    return Rule::finish(root, reduction, 0);
}

// Return the index of the term that is the extreme.
template <class State> SB_DEVICE int64_t sb_window_index(const State &root) { return root.index; }
