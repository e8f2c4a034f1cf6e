// join.cuh - slices joined: T1 over the slices of each contraction, then over contractions (T4,
// T5).
//
// A thread takes an element of the result and its sum from every slice, in order. Eight slices,
// which are a subtree, are loaded together. The subtrees are joined by two binary counters on one
// stack, whose entries are the waiting sums, the youngest on top. Missing slices of the last eight
// are -0, which changes no sum (T1).
#pragma once

#include "conv/convolution.cuh"

enum { SB_STACK = 2 * 40, SB_JOINERS = 256, SB_AT_ONCE = 8 };

struct sb_stack {
    sb_number waiting[SB_STACK];
    int depth;

    // Add subtree `index` of one counter. The last subtree joins all sums that wait in the counter.
    SB_DEVICE sb_number arrive(sb_number sum, int64_t index, bool last)
    {
        for (; last ? index != 0 : (index & 1) != 0; index >>= 1)
            if (index & 1)
                sum = waiting[--depth] + sum;
        if (!last)
            waiting[depth++] = sum;
        return sum;
    }
};

// Return the sum of up to eight slices.
SB_DEVICE sb_number sb_sum_at_once(const sb_number *part, int64_t step, int64_t count)
{
    sb_number sum[SB_AT_ONCE];
#pragma unroll
    for (int i = 0; i < SB_AT_ONCE; i++)
        sum[i] = i < count ? part[i * step] : sb_nothing<sb_number>();
#pragma unroll
    for (int apart = 1; apart < SB_AT_ONCE; apart *= 2)
#pragma unroll
        for (int i = 0; i < SB_AT_ONCE; i += 2 * apart) sum[i] = sum[i] + sum[i + apart];
    return sum[0];
}

// Return the sum of `count` slices. Older entries of the stack remain.
SB_DEVICE sb_number sb_sum_of(sb_stack &stack, const sb_number *part, int64_t step, int64_t count)
{
    sb_number sum = sb_nothing<sb_number>();
    for (int64_t first = 0; first < count; first += SB_AT_ONCE)
        sum = stack.arrive(sb_sum_at_once(part + first * step, step, count - first),
                           first / SB_AT_ONCE, count - first <= SB_AT_ONCE);
    return sum;
}

SB_DEVICE sb_number sb_joined(const sb_convolution &p, const sb_number *part, int64_t step)
{
    const int64_t outers = p.slices / p.slices_inside;
    sb_stack stack;
    stack.depth = 0;
    if (p.slices_inside == 1)
        return sb_sum_of(stack, part, step, outers);
    sb_number sum = sb_nothing<sb_number>();
    for (int64_t outer = 0; outer < outers; outer++, part += p.slices_inside * step)
        sum =
            stack.arrive(sb_sum_of(stack, part, step, p.slices_inside), outer, outer == outers - 1);
    return sum;
}

SB_DEVICE void sb_join_slices(const sb_convolution &p)
{
    const int64_t count = p.groups * p.rows * p.columns;
    int64_t i = (int64_t)blockIdx.x * SB_JOINERS + threadIdx.x;
#pragma unroll 1
    for (; i < count; i += (int64_t)gridDim.x * SB_JOINERS) {
        const int64_t column = i % p.columns, row = i / p.columns % p.rows;
        const int64_t group = i / p.columns / p.rows;
        const sb_number sum = sb_joined(p, static_cast<const sb_number *>(p.parts) + i, count);
        sb_row_of_y(p, group, row)[sb_column_place(p, sb_column(p, column))] =
            sb_result_form::store(sum + sb_bias(p, group, row));
    }
}

#define SB_JOIN_KERNEL(name)                                                                       \
    extern "C" __global__ void __launch_bounds__(SB_JOINERS)                                       \
        SB_JOIN_3(sb_##name##_join, _, SB_A)(const __grid_constant__ sb_convolution p)             \
    {                                                                                              \
        sb_join_slices(p);                                                                         \
    }
