// Kernels that measure the limits of a GPU in the same run as a benchmark: the rate of bytes moved,
// and the rate of fused multiply-adds of binary32.
//
// These kernels only measure. They are not part of a backend: no clause fixes their bits, which are
// not compared, and the gate (backends/cuda/lab/gate) does not judge them. Memory is accessed 16
// bytes at a time. A thread requests 4 pieces of 16 bytes before it uses the first, so that enough
// requests are in flight. A block covers 4 * blockDim.x pieces. The caller ensures that the blocks
// cover an array exactly.

constexpr int PIECES = 4;  // 16-byte accesses of a thread
constexpr int CHAINS = 8;  // independent sums of a thread, more than a multiply-add takes clocks
constexpr int UNROLLED = 16;

extern "C" __global__ void __launch_bounds__(256)
ceiling_copy(const float4* __restrict__ in, float4* __restrict__ out)
{
    const long long first = (long long)blockIdx.x * blockDim.x * PIECES + threadIdx.x;
    float4 held[PIECES];
#pragma unroll
    for (int i = 0; i < PIECES; i++) held[i] = in[first + i * (long long)blockDim.x];
#pragma unroll
    for (int i = 0; i < PIECES; i++) out[first + i * (long long)blockDim.x] = held[i];
}

// a = b + s * c
extern "C" __global__ void __launch_bounds__(256)
ceiling_triad(const float4* __restrict__ b, const float4* __restrict__ c, float s,
              float4* __restrict__ a)
{
    const long long first = (long long)blockIdx.x * blockDim.x * PIECES + threadIdx.x;
    float4 x[PIECES], y[PIECES];
#pragma unroll
    for (int i = 0; i < PIECES; i++) {
        x[i] = b[first + i * (long long)blockDim.x];
        y[i] = c[first + i * (long long)blockDim.x];
    }
#pragma unroll
    for (int i = 0; i < PIECES; i++) {
        const float4 sum = {__fmaf_rn(s, y[i].x, x[i].x), __fmaf_rn(s, y[i].y, x[i].y),
                            __fmaf_rn(s, y[i].z, x[i].z), __fmaf_rn(s, y[i].w, x[i].w)};
        a[first + i * (long long)blockDim.x] = sum;
    }
}

// `rounds` times UNROLLED multiply-adds in each chain. The chains start apart and end in what is
// written, so that none can be left out or be shared. Eight blocks
// fit a multiprocessor, and as many are launched for each: all run at once.
extern "C" __global__ void __launch_bounds__(256, 8)
ceiling_ffma(float factor, float term, int rounds, float* __restrict__ out)
{
    const long long place = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float chain[CHAINS];
#pragma unroll
    for (int i = 0; i < CHAINS; i++) chain[i] = term * (float)(threadIdx.x + i);
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int step = 0; step < UNROLLED; step++) {
#pragma unroll
            for (int i = 0; i < CHAINS; i++) chain[i] = __fmaf_rn(chain[i], factor, term);
        }
    }
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < CHAINS; i++) sum += chain[i];
    out[place] = sum;
}
