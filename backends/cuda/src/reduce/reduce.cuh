// reduce.cuh - the entries of a unit of reductions: short rows, rows, columns, and nodes of these.
#pragma once

#include "elementwise/kinds.cuh"
#include "reduce/columns.cuh"
#include "reduce/rows.cuh"

// Packs of a thread: 32 elements, of 64-bit formats 16.
template <class Rule> struct sb_packs {
    enum { size = (int)sizeof(typename Rule::element), most = size >= 8 ? 16 : 32,
           in_pack = 16 / size, count = most / in_pack < 8 ? most / in_pack : 8 };
};

// After the stage: the most threads of a block, and how many blocks a multiprocessor is to hold.
#define SB_REDUCTION_ENTRY(op, stage, ...)                                                         \
    extern "C" __global__ void __launch_bounds__(__VA_ARGS__)                                      \
        SB_JOIN_3(sb_##op##_##stage, _, SB_A)(const __grid_constant__ sb_reduction a)

#define SB_REDUCTION(op, rule) SB_REDUCTION_AFTER((void)0, op, rule, 256)

// The same, where the leaves need something that all threads of a block do first; then the bounds of rows.
#define SB_REDUCTION_AFTER(first, op, rule, ...)                                                   \
    SB_REDUCTION_ENTRY(op, short, 256)                                                             \
    {                                                                                              \
        first;                                                                                     \
        sb_reduce_rows<rule, 1>(a);                                                                \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, rows, __VA_ARGS__)                                                      \
    {                                                                                              \
        first;                                                                                     \
        sb_reduce_rows<rule, sb_packs<rule>::count>(a);                                            \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, columns, 256)                                                           \
    {                                                                                              \
        first;                                                                                     \
        sb_reduce_columns<rule>(a);                                                                \
    }                                                                                              \
    SB_REDUCTION_ENTRY(op, nodes, 1024)                                                            \
    {                                                                                              \
        sb_reduce_rows<sb_nodes<rule>, 8>(a);                                                      \
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

SB_FN float f32_from_f32(float x)
{
    return f32_canonical(x);
}

// A term in the compute format, and a number of it rounded to the result (clauses R4, S1).
SB_DEVICE sb_real sb_term(sb_first x)
{
    return SB_JOIN_3(SB_COMPUTE, _from_, SB_A)(x);
}

#if !SB_JOIN(SB_INTEGER_, SB_R)
SB_DEVICE sb_result sb_rounded(sb_real x)
{
    return SB_JOIN_3(SB_R, _from_, SB_COMPUTE)(x);
}
#endif
#endif
