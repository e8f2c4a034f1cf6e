// The adjacent-pair tree of a block (clause T1): correct and wrong kernels. The checking build does
// not find the wrong kernels, because they break no rule of CUDA. Only their bits are wrong.
#define KERNEL(name)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(const float *x, float *y, int n)

__device__ float element(const float *x, int i, int n, float absent)
{
    return i < n ? x[i] : absent;
}

// s[i] = s[2 i] + s[2 i + 1] in rounds. Every thread reaches every barrier.
template <bool adjacent> __device__ float tree(float own)
{
    __shared__ float tile[256];
    const int i = threadIdx.x;
    tile[i] = own;
    __syncthreads();
    for (int length = 128; length > 0; length /= 2) {
        float sum = own;
        if (i < length)
            sum = adjacent ? tile[2 * i] + tile[2 * i + 1] : tile[i] + tile[i + length];
        __syncthreads();
        if (i < length)
            tile[i] = sum;
        __syncthreads();
    }
    return tile[0];
}

KERNEL(right)
{
    const float sum = tree<true>(element(x, threadIdx.x, n, -0.0f));
    if (threadIdx.x == 0)
        y[0] = sum;
}

KERNEL(padded_with_zero)
{
    const float sum = tree<true>(element(x, threadIdx.x, n, 0.0f));
    if (threadIdx.x == 0)
        y[0] = sum;
}

KERNEL(halves_instead_of_neighbours)
{
    const float sum = tree<false>(element(x, threadIdx.x, n, -0.0f));
    if (threadIdx.x == 0)
        y[0] = sum;
}

KERNEL(the_last_element_is_lost)
{
    const float sum = tree<true>(element(x, threadIdx.x, n - 1, -0.0f));
    if (threadIdx.x == 0)
        y[0] = sum;
}

KERNEL(one_after_the_other)
{
    float sum = -0.0f;
    for (int i = 0; i < n; i++) sum += x[i];
    if (threadIdx.x == 0)
        y[0] = sum;
}

// Unlike the other kernels, this one depends on the order in which threads run.
KERNEL(whoever_comes_last) { y[0] = x[threadIdx.x]; }
