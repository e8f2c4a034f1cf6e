// Kernels without errors, which are similar to kernels with errors.
#include "memory.cuh"
#define KERNEL(name)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(const int *x, int *y, int n)

// grid 1, block 128, shared 0,
// finds: nothing
KERNEL(a_guarded_tail)
{
    if (threadIdx.x < n)
        y[threadIdx.x] = x[threadIdx.x];
}

// grid 1, block 64, shared 256,
// finds: nothing
KERNEL(tiles_with_both_barriers)
{
    __shared__ int tile[64];
    extern __shared__ uint4 sb_shared[];
    int *other = reinterpret_cast<int *>(sb_shared);
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        tile[threadIdx.x] = other[63 - threadIdx.x] = x[threadIdx.x] + round;
        __syncthreads();
        sum += tile[63 - threadIdx.x] + other[threadIdx.x];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

// grid 1, block 64, shared 0,
// finds: nothing
KERNEL(a_warp_barrier_between_lanes)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncwarp();
    const int other = tile[threadIdx.x ^ 1];
    __syncwarp();
    tile[threadIdx.x] = other;
    __syncwarp();
    y[threadIdx.x] = tile[threadIdx.x ^ 2];
}

// grid 1, block 64, shared 0,
// finds: nothing
KERNEL(bytes_of_a_word_by_different_threads)
{
    __shared__ unsigned char tile[64];
    tile[threadIdx.x] = (unsigned char)x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = tile[63 - threadIdx.x];
}

// grid 2, block 32, shared 0,
// finds: nothing
KERNEL(blocks_of_their_own)
{
    const int i = blockIdx.x * 32 + threadIdx.x;
    y[i] = x[63 - i];
}

// grid 2, block 32, shared 0,
// finds: nothing
KERNEL(in_place)
{
    int *own = const_cast<int *>(x);
    const int i = blockIdx.x * 32 + threadIdx.x;
    own[i] = own[i] * 3;
}

// grid 2, block 32, shared 0,
// finds: nothing
KERNEL(atomic_sums)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[threadIdx.x]);
    atomicMax(const_cast<int *>(x + 40), (int)threadIdx.x);
    __syncthreads();
    y[blockIdx.x * 32 + threadIdx.x] = sum;
}

// grid 1, block 20, shared 0,
// finds: nothing
KERNEL(the_lanes_that_there_are)
{
    const unsigned mask = 0x000fffffu;
    const int other = __shfl_xor_sync(mask, x[threadIdx.x], 1);
    y[threadIdx.x] = other + (int)__ballot_sync(mask, threadIdx.x % 3 == 0);
}

// grid 1, block 64, shared 0,
// finds: nothing
KERNEL(some_lanes_leave_after_the_barrier)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= 16)
        return;
    y[threadIdx.x] = __shfl_down_sync(0x0000ffffu, tile[threadIdx.x + 40], 3, 16);
}

// grid 1, block 16, shared 0,
// finds: nothing
KERNEL(packs)
{
    sb_store_pack<int32_t, 4>(y, threadIdx.x, sb_load_pack<int32_t, 4>(x, threadIdx.x));
}

__constant__ const int table[4] = {2, 3, 5, 7};

// grid 1, block 64, shared 0,
// finds: nothing
KERNEL(constants_and_local_arrays)
{
    int own[8];
    for (int i = 0; i < 8; i++) own[i] = x[i] + table[(i + n) % 4];
    y[threadIdx.x] = own[(threadIdx.x + n) % 8];
}

// grid 1, block 64, shared 0,
// finds: nothing
KERNEL(votes_of_a_block)
{
    const int some = __syncthreads_or(x[threadIdx.x] < 0);
    const int all = __syncthreads_and(n == 64);
    y[threadIdx.x] = some + 2 * all + 4 * __syncthreads_count(threadIdx.x < 10);
}
