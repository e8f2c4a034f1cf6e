// Barriers and warp operations that some threads do not reach.
#include "bytes.cuh"

#define KERNEL(name)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(const int *x, int *y, int n)

// grid 1, block 64, shared 0,
// finds: divergent barrier: 40 of 64 threads wait, 24 have ended
KERNEL(an_early_return_before_a_barrier)
{
    if (threadIdx.x >= 40)
        return;
    __syncthreads();
    y[threadIdx.x] = x[threadIdx.x];
}

// grid 1, block 64, shared 0,
// finds: divergent barrier: thread \d+ waits at another barrier
KERNEL(a_barrier_in_each_branch)
{
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads();
    y[threadIdx.x] = x[threadIdx.x];
}

// grid 1, block 64, shared 0,
// finds: divergent barrier
KERNEL(a_barrier_in_a_loop_of_different_lengths)
{
    for (int i = 0; i <= (int)threadIdx.x / 32; i++) __syncthreads();
    y[threadIdx.x] = x[threadIdx.x];
}

// grid 1, block 32, shared 0,
// finds: lane \d+ is not in its own mask 0000ffff
KERNEL(a_mask_without_the_caller)
{
    y[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, x[threadIdx.x], 1);
}

// grid 1, block 32, shared 0,
// finds: names lanes that have ended|deadlock
KERNEL(a_mask_with_lanes_that_left)
{
    if (threadIdx.x >= 16)
        return;
    y[threadIdx.x] = __shfl_xor_sync(0xffffffffu, x[threadIdx.x], 1);
}

// grid 1, block 20, shared 0,
// finds: names lanes that have ended
KERNEL(a_mask_beyond_the_block)
{
    y[threadIdx.x] = __shfl_xor_sync(0xffffffffu, x[threadIdx.x], 1);
}

// grid 1, block 32, shared 0,
// finds: shuffle reads lane \d+, which does not take part
KERNEL(a_shuffle_from_a_lane_outside_the_mask)
{
    if (threadIdx.x < 16)
        y[threadIdx.x] = __shfl_sync(0x0000ffffu, x[threadIdx.x], 20);
}

// grid 1, block 32, shared 0,
// finds: warp operations do not match
KERNEL(two_operations_at_once)
{
    if (threadIdx.x < 16)
        y[threadIdx.x] = __shfl_xor_sync(0xffffffffu, x[threadIdx.x], 1);
    else
        y[threadIdx.x] = (int)__ballot_sync(0xffffffffu, 1);
}

// grid 1, block 64, shared 0,
// finds: deadlock
KERNEL(half_a_warp_at_a_barrier)
{
    if (threadIdx.x < 16)
        __syncwarp();
    __syncthreads();
    y[threadIdx.x] = x[threadIdx.x];
}

// grid 1, block 32, shared 0,
// finds: assertion failed: n == 65
KERNEL(an_assertion) { assert(n == 65); }

// grid 1, block 32, shared 0,
// finds: deadlock|names lanes that have ended
KERNEL(a_product_of_matrices_by_half_a_warp)
{
    const unsigned a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
    int c[4] = {};
    if (threadIdx.x < 16)
        sb_mma(true, true, c, a, b);
    y[threadIdx.x] = c[0] + x[threadIdx.x];
}

// grid 1, block 32, shared 0,
// finds: warp operations do not match
KERNEL(a_product_of_matrices_whose_lanes_disagree_on_signs)
{
    const unsigned a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
    int c[4] = {};
    sb_mma(threadIdx.x < 9, true, c, a, b);
    y[threadIdx.x] = c[0] + x[threadIdx.x];
}

// grid 1, block 16, shared 0,
// finds: names lanes that have ended
KERNEL(a_product_of_matrices_by_a_block_of_sixteen)
{
    const unsigned a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
    int c[4] = {};
    sb_mma(true, true, c, a, b);
    y[threadIdx.x] = c[0] + x[threadIdx.x];
}
