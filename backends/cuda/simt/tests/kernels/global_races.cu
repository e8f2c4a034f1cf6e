// Global memory that two threads of a launch access in no defined order.
#define KERNEL(name)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(const int *x, int *y, int n)

// grid 2, block 32, shared 0,
// finds: race: write after write by thread \d+ of another block
KERNEL(two_blocks_store_one_element) { y[threadIdx.x] = x[threadIdx.x] + (int)blockIdx.x; }

// grid 2, block 32, shared 0,
// finds: race: read after write by thread \d+ of another block|uninitialised global memory
KERNEL(a_block_reads_what_another_writes)
{
    if (blockIdx.x == 0)
        y[threadIdx.x] = x[threadIdx.x];
    else
        y[32 + threadIdx.x] = y[threadIdx.x];
}

// grid 2, block 32, shared 0,
// finds: race: (read after write|write after read) by thread
KERNEL(in_place_with_an_offset)
{
    int *own = const_cast<int *>(x);
    const int i = blockIdx.x * 32 + threadIdx.x;
    own[i] = own[(i + 63) % 64] + 1;
}

// grid 1, block 32, shared 0,
// finds: race: (read after write|write after read) by thread
KERNEL(in_place_with_an_offset_in_a_warp)
{
    int *own = const_cast<int *>(x);
    own[threadIdx.x] = own[(threadIdx.x + 31) % 32] + 1;
}

// grid 2, block 32, shared 0,
// finds: race: (read|write) after (read|write) by thread \d+ of another|uninitialised global
KERNEL(a_plain_sum_over_blocks)
{
    if (threadIdx.x == 0) {
        const int before = blockIdx.x == 0 ? 0 : y[0];
        y[0] = before + x[blockIdx.x];
    }
}

// grid 2, block 32, shared 0,
// finds: race: (read after atomic operation|atomic operation after read) by thread
KERNEL(a_fence_makes_nobody_wait)
{
    int *counter = const_cast<int *>(x);
    atomicAdd(counter, 1);
    __threadfence();
    y[blockIdx.x * 32 + threadIdx.x] = *counter;
}

// grid 2, block 32, shared 0,
// finds: race: write after write by thread \d+ of another block
KERNEL(blocks_share_bytes)
{
    char *bytes = reinterpret_cast<char *>(y);
    bytes[blockIdx.x * 31 + threadIdx.x] = 1;
}
