// reduce.cuh - the entries of a unit of reductions: short rows, rows, columns, and nodes of few or
// many segments.
#pragma once

#include "elementwise/kinds.cuh"
#include "reduce/columns.cuh"
#include "reduce/rows.cuh"

enum { SB_ROW_THREADS = 256, SB_NODE_THREADS = 1024, SB_NODE_PACKS = 8 };
enum { SB_ROW_TERMS = 32, SB_WIDE_ROW_TERMS = 16, SB_ROW_PACKS = 8 };

// The number of packs per thread: enough for SB_ROW_TERMS elements, or for SB_WIDE_ROW_TERMS of a
// 64-bit format.
template <class Rule> struct sb_packs {
    enum {
        size = (int)sizeof(typename Rule::element),
        most = size >= 8 ? (int)SB_WIDE_ROW_TERMS : (int)SB_ROW_TERMS,
        in_pack = 16 / size,
        count = most / in_pack < SB_ROW_PACKS ? most / in_pack : SB_ROW_PACKS
    };
};

// The declarations of a unit about its reduction. Python reads them in the file
// (families/reduce.py), and assertions compare them with the policy class here.
//
// SB_NODES      the size in bytes of a node over floats of up to 32 bits, over f64, over integers
//               and bool of up to 32 bits, and over i64.
// SB_CENTRE     the op that computes the value of a slice that the leaves need, if no block holds
//               the slice.
// SB_NO_CENTRE  leaves need no such value.
#if SB_JOIN(SB_INTEGER_, SB_A)
#define SB_NODES(floats, f64, integers, i64)                                                       \
    enum { sb_node_bytes = sizeof(sb_first) > 4 ? i64 : integers };
#else
#define SB_NODES(floats, f64, integers, i64)                                                       \
    enum { sb_node_bytes = sizeof(sb_first) > 4 ? f64 : floats };
#endif
#define SB_CENTRE(op) enum { sb_has_centre = 1 };
#define SB_NO_CENTRE enum { sb_has_centre = 0 };

// Every unit has these checks, so that a policy class cannot contradict the declarations of its
// file.
#define SB_REDUCTION_DECLARED(rule)                                                                \
    static_assert((int)sizeof(rule::state) == (int)sb_node_bytes,                                  \
                  "SB_NODES does not say the bytes of a node of this rule");                       \
    static_assert((int)rule::centred == (int)sb_has_centre,                                        \
                  "a rule with centred = 1 declares SB_CENTRE(op), any other SB_NO_CENTRE");

// The arguments after the stage: the largest number of threads per block, and the number of blocks
// that a multiprocessor holds.
#define SB_REDUCTION_ENTRY(op, stage, ...)                                                         \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__)                                      \
        SB_JOIN_3(sb_##op##_##stage, _, SB_A)(const __grid_constant__ sb_reduction a)

#define SB_REDUCTION(op, rule) SB_REDUCTION_AFTER((void)0, op, rule, SB_ROW_THREADS)

// The entries of a reduction in which all threads of a block must first run a step (`first`). The
// last arguments are the bounds of rows.
#define SB_REDUCTION_AFTER(first, op, rule, ...)                                                   \
    SB_REDUCTION_DECLARED(rule)                                                                    \
    SB_REDUCTION_ENTRY(op, short, SB_ROW_THREADS)                                                  \
    {                                                                                              \
        first;                                                                                     \
        sb_reduce_rows<rule, 1>(a);                                                                \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, rows, __VA_ARGS__)                                                      \
    {                                                                                              \
        first;                                                                                     \
        sb_reduce_long_rows<rule, sb_packs<rule>::count>(a);                                       \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, columns, SB_COLUMN_THREADS)                                             \
    {                                                                                              \
        first;                                                                                     \
        sb_reduce_columns<rule>(a);                                                                \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, few, SB_ROW_THREADS) { sb_reduce_rows<sb_nodes<rule>, 1>(a); }          \
    SB_REDUCTION_ENTRY(op, nodes, SB_NODE_THREADS)                                                 \
    {                                                                                              \
        sb_reduce_rows<sb_nodes<rule>, SB_NODE_PACKS>(a);                                          \
    }

// The compute format of a tree over SB_A (clause R4), as a type and as a name.
#define SB_COMPUTE_f64 f64
#define SB_COMPUTE_f32 f32
#define SB_COMPUTE_f16 f32
#define SB_COMPUTE_bf16 f32
#define SB_COMPUTE_f8e4m3fn f32
#define SB_COMPUTE_f8e5m2 f32
#define SB_COMPUTE SB_JOIN(SB_COMPUTE_, SB_A)

#if !SB_JOIN(SB_INTEGER_, SB_A)
typedef SB_JOIN(sb_, SB_COMPUTE) sb_real;

SB_FN float f32_from_f32(float x) { return f32_canonical(x); }

// sb_term converts a term to the compute format. sb_rounded rounds a value to the result (clauses
// R4, S1), with the canonical NaN.
SB_DEVICE sb_real sb_term(sb_first x) { return SB_JOIN_3(SB_COMPUTE, _plain_, SB_A)(x); }

#if !SB_JOIN(SB_INTEGER_, SB_R)
SB_DEVICE sb_result sb_rounded(sb_real x) { return SB_JOIN_3(SB_R, _from_, SB_COMPUTE)(x); }
#endif
#endif
