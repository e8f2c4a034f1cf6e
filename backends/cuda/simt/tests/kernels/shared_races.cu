// Shared memory that two threads access in no defined order.
#include "bytes.cuh"

#define KERNEL(name)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(const int *x, int *y, int n)

// grid 1, block 64, shared 0,
// finds: race: (read after write|write after read) by thread|uninitialised shared memory
KERNEL(missing_barrier_after_the_store)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    y[threadIdx.x] = tile[63 - threadIdx.x];
}

// grid 1, block 64, shared 0,
// finds: race: (read after write|write after read) by thread
KERNEL(missing_barrier_before_the_next_round)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int round = 0; round < 2; round++) {
        tile[threadIdx.x] = x[threadIdx.x] + round;
        __syncthreads();
        sum += tile[63 - threadIdx.x];
    }
    y[threadIdx.x] = sum;
}

// grid 1, block 64, shared 0,
// finds: race: write after write by thread
KERNEL(two_threads_store_one_word)
{
    __shared__ int tile[32];
    tile[threadIdx.x % 32] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x % 32];
}

// grid 1, block 32, shared 0,
// finds: race: (read after write|write after read) by thread|uninitialised shared memory
KERNEL(lanes_of_a_warp_are_not_in_step)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = x[threadIdx.x];
    y[threadIdx.x] = tile[threadIdx.x ^ 1];
}

// grid 1, block 32, shared 0,
// finds: race: read after write by thread
KERNEL(a_shuffle_orders_no_memory)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = x[threadIdx.x];
    const int other = __shfl_xor_sync(0xffffffffu, x[threadIdx.x], 1);
    y[threadIdx.x] = tile[threadIdx.x ^ 1] + other;
}

// grid 1, block 64, shared 0,
// finds: race: (read after write|write after read) by thread|uninitialised shared memory
KERNEL(a_warp_barrier_orders_its_warp_only)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncwarp();
    y[threadIdx.x] = tile[threadIdx.x ^ 32];
}

// grid 1, block 32, shared 0,
// finds: race: (read after write|write after read) by thread|uninitialised shared memory
KERNEL(a_warp_barrier_of_half_the_lanes)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncwarp(threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u);
    y[threadIdx.x] = tile[threadIdx.x ^ 16];
}

// grid 1, block 64, shared 256,
// finds: race: (read after write|write after read) by thread|uninitialised shared memory
KERNEL(missing_barrier_in_dynamic_shared_memory)
{
    extern __shared__ uint4 sb_shared[];
    int *tile = reinterpret_cast<int *>(sb_shared);
    tile[threadIdx.x] = x[threadIdx.x];
    y[threadIdx.x] = tile[63 - threadIdx.x];
}

// grid 1, block 64, shared 0,
// finds: race: (read|write) after (read|write) by thread
KERNEL(a_tree_without_barriers)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2)
        if (threadIdx.x < half)
            tile[threadIdx.x] += tile[threadIdx.x + half];
    if (threadIdx.x == 0)
        y[0] = tile[0];
}

// grid 1, block 64, shared 0,
// finds: race: .* after .* by thread
KERNEL(bytes_of_one_word)
{
    __shared__ unsigned char tile[64];
    tile[threadIdx.x] = (unsigned char)x[threadIdx.x]; // one byte each: no race
    __syncthreads();
    tile[threadIdx.x / 2] = 1; // two threads write each byte
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x];
}

// grid 1, block 64, shared 0,
// finds: race: (read after atomic operation|atomic operation after read) by thread
KERNEL(an_atomic_sum_is_read_too_early)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[threadIdx.x]);
    y[threadIdx.x] = sum;
}

// grid 1, block 64, shared 0,
// finds: race: (atomic operation|write) after (atomic operation|write) by|uninitialised shared
KERNEL(an_atomic_sum_starts_too_early)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    atomicAdd(&sum, x[threadIdx.x]);
    __syncthreads();
    y[threadIdx.x] = sum;
}

// grid 1, block 32, shared 0,
// finds: race: read after write by thread
KERNEL(a_product_of_matrices_orders_no_memory)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = x[threadIdx.x];
    const unsigned a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
    int c[4] = {};
    sb_mma(false, false, c, a, b);
    y[threadIdx.x] = tile[threadIdx.x ^ 1] + c[0];
}
