// tables.cuh - tables in shared memory, from which the lanes of a warp read 32 entries together.
//
// A table of 32 values has one value in each bank, so threads never wait for each other. A kernel
// holds the tables that it names, and fills them before it reads one.
#pragma once

#include "scalar/portable.h"

struct sb_shared_table {
    const float *from; // the table in global memory
    float *copy;
    int count;
};

// Return the table with its copy in the shared memory of the block.
template <const auto &table> SB_DEVICE sb_shared_table sb_table_of()
{
    __shared__ float copy[sizeof table / sizeof(float)];
    return {reinterpret_cast<const float *>(&table), copy, (int)(sizeof table / sizeof(float))};
}

// Fill the tables, which are the only members of a struct. All threads of the block call this.
template <class Tables> SB_DEVICE void sb_fill_tables(const Tables &tables)
{
    enum { COUNT = sizeof(Tables) / sizeof(sb_shared_table) };
    static_assert(sizeof(Tables) == COUNT * sizeof(sb_shared_table), "tables only");
    sb_shared_table each[COUNT];
    memcpy(each, &tables, sizeof each);
    const int first = (int)(threadIdx.y * blockDim.x + threadIdx.x),
              step = (int)(blockDim.x * blockDim.y);
#pragma unroll
    for (int n = 0; n < COUNT; n++)
        for (int i = first; i < each[n].count; i += step) each[n].copy[i] = each[n].from[i];
    __syncthreads();
}
