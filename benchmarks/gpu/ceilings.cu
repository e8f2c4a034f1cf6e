// Kernels that measure the limits of a GPU in the same run as a benchmark: the bandwidth of memory
// and the rate of fused multiply-adds in binary32. These kernels only measure. They are not part of
// a backend: no clause defines their bits, their results are not compared, and the gate
// (backends/cuda/lab/gate) does not judge them. Each access is 16 bytes. A thread requests 4 pieces
// of 16 bytes before it uses the first, so that enough requests are in flight. A block covers 4 *
// blockDim.x pieces. The caller must launch blocks that cover the array exactly.

constexpr int PIECES = 4;  // 16-byte accesses per thread
constexpr int CHAINS = 8;  // independent sums per thread, more than the latency in clocks
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

// Computes `rounds` times UNROLLED multiply-adds in each chain. The chains start with different
// values, and all of them affect the output, so that the compiler can neither remove nor merge a
// chain. Eight blocks fit a multiprocessor, and eight are launched for each, so that all run
// simultaneously.
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
