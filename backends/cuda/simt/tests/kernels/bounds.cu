// Accesses out of bounds, and reads of uninitialised memory.
#define KERNEL(name)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(const int *x, int *y, int n)

// grid 1, block 128, shared 0,
// finds: out of bounds: write of 4 bytes, \d+ after the start of a block of 256 bytes
KERNEL(the_tail_is_not_guarded) { y[threadIdx.x] = x[threadIdx.x % 64]; }

// grid 1, block 65, shared 0,
// finds: out of bounds: read of 4 bytes, 256 after the start of a block of 256
KERNEL(off_by_one)
{
    if (threadIdx.x <= n)
        y[threadIdx.x % 64] = x[threadIdx.x];
}

// grid 1, block 32, shared 0,
// finds: out of bounds: read of 4 bytes, 4 before a block of 256 bytes
KERNEL(before_the_first) { y[threadIdx.x] = x[(int)threadIdx.x - 1]; }

// grid 1, block 17, shared 0,
// finds: out of bounds: read of (4|16) bytes, 256 after the start
KERNEL(a_pack_beyond_the_end)
{
    const uint4 pack = reinterpret_cast<const uint4 *>(x)[threadIdx.x];
    y[threadIdx.x] = (int)(pack.x ^ pack.y ^ pack.z ^ pack.w);
}

// grid 1, block 32, shared 0,
// finds: out of bounds: index beyond the array
KERNEL(beyond_a_shared_array)
{
    __shared__ int tile[32];
    tile[threadIdx.x + (n > 5)] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x];
}

// grid 1, block 32, shared 124,
// finds: out of bounds: write of 4 bytes of dynamic shared memory at byte 124 of 124
KERNEL(too_little_dynamic_shared_memory)
{
    extern __shared__ uint4 sb_shared[];
    reinterpret_cast<int *>(sb_shared)[threadIdx.x] = x[threadIdx.x];
}

// grid 1, block 32, shared 0,
// finds: out of bounds: index beyond the array
KERNEL(beyond_a_local_array)
{
    int own[4] = {n, n, n, n};
    own[threadIdx.x % 8] = x[threadIdx.x];
    y[threadIdx.x] = own[0] + own[1] + own[2] + own[3];
}

// grid 1, block 32, shared 0,
// finds: uninitialised shared memory is read
KERNEL(shared_memory_that_nobody_wrote)
{
    __shared__ int tile[33];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x + 1];
}

// grid 2, block 32, shared 0,
// finds: uninitialised shared memory is read
KERNEL(shared_memory_of_the_block_before)
{
    __shared__ int tile[32];
    if (blockIdx.x == 0)
        tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];
}

// grid 1, block 32, shared 0,
// finds: uninitialised global memory is read
KERNEL(an_output_is_read) { y[threadIdx.x] += x[threadIdx.x]; }

// grid 1, block 32, shared 0,
// finds: misaligned
KERNEL(a_pack_at_an_odd_element)
{
    const uint4 pack = *reinterpret_cast<const uint4 *>(x + 1);
    y[threadIdx.x] = (int)pack.x;
}

// grid 1, block 32, shared 0,
// finds: misaligned
KERNEL(a_word_at_an_odd_byte_of_shared_memory)
{
    extern __shared__ uint4 sb_shared[];
    __shared__ unsigned char bytes[64];
    bytes[threadIdx.x] = bytes[32 + threadIdx.x] = 0;
    __syncthreads();
    y[threadIdx.x] = *reinterpret_cast<const int *>(bytes + threadIdx.x % 2 + 1);
}

// grid 1, block 32, shared 0,
// finds: misaligned: atomic operation on 8 bytes
KERNEL(an_atomic_operation_at_half_a_word)
{
    atomicAdd(reinterpret_cast<unsigned long long *>(y + 1), 1ull);
}

// grid 1, block 32, shared 0,
// finds: shift by
KERNEL(a_shift_by_the_width) { y[threadIdx.x] = x[threadIdx.x] >> (n / 2); }

// grid 1, block 32, shared 0,
// finds: division by zero
KERNEL(a_division_by_zero) { y[threadIdx.x] = x[threadIdx.x] / (n - 64); }

// grid 1, block 32, shared 0,
// finds: signed overflow
KERNEL(an_index_of_32_bits)
{
    const int far = n * 0x4000000;
    y[threadIdx.x] = far;
}
