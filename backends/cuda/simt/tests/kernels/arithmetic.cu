// Results of intrinsics, for test_vocabulary.py. Thread i writes result i.
#define KERNEL(name) extern "C" __global__ void name

KERNEL(to_integers)(const sb_native_f64 *x, long long *y, int n)
{
    const int i = threadIdx.x;
    if (i >= n)
        return;
    const sb_native_f32 f = __double2float_rn(x[i]);
    long long *row = y + 16 * i;
    row[0] = __float2int_rz(f), row[1] = __float2int_rn(f);
    row[2] = __float2uint_rz(f), row[3] = __float2ll_rz(f);
    row[4] = (long long)__float2ull_rz(f), row[5] = __double2int_rz(x[i]);
    row[6] = __double2uint_rz(x[i]), row[7] = __double2ll_rz(x[i]);
    row[8] = (long long)__double2ull_rz(x[i]), row[9] = __double2ll_rn(x[i]);
    row[10] = __double2ll_rd(x[i]), row[11] = __double2ll_ru(x[i]);
    for (int k = 12; k < 16; k++) row[k] = 0;
}

KERNEL(integers)(const unsigned *x, unsigned *y, int n)
{
    const int i = threadIdx.x;
    if (i + 1 >= n)
        return;
    const unsigned a = x[i], b = x[i + 1];
    const unsigned long long wide = (unsigned long long)a << 32 | b;
    unsigned *row = y + 16 * i;
    row[0] = __brev(a), row[1] = (unsigned)(__brevll(wide) >> 32);
    row[2] = (unsigned)__clz((int)a), row[3] = (unsigned)__clzll((long long)wide);
    row[4] = (unsigned)__ffs((int)a), row[5] = (unsigned)__ffsll((long long)wide);
    row[6] = __umulhi(a, b), row[7] = (unsigned)__mulhi((int)a, (int)b);
    row[8] = (unsigned)(__umul64hi(wide, wide) >> 32), row[9] = __byte_perm(a, b, 0x7531);
    row[10] = __funnelshift_l(a, b, 40), row[11] = __funnelshift_rc(a, b, 40);
    row[12] = (unsigned)__popcll(wide), row[13] = __usad(a, b, 1);
    row[14] = __uhadd(a, b), row[15] = (unsigned)__dp4a((int)a, (int)b, 7);
}

KERNEL(of_a_warp)(const unsigned *x, unsigned *y, int n)
{
    const unsigned all = 0xffffffffu, lane = threadIdx.x;
    const unsigned v = x[lane];
    unsigned *row = y + 16 * lane;
    row[0] = __shfl_sync(all, v, 3), row[1] = __shfl_sync(all, v, (int)lane + 1, 8);
    row[2] = __shfl_up_sync(all, v, 2), row[3] = __shfl_down_sync(all, v, 2, 16);
    row[4] = __shfl_xor_sync(all, v, 5), row[5] = __ballot_sync(all, v % 3 == 0);
    row[6] = (unsigned)__any_sync(all, v == x[n - 1]), row[7] = (unsigned)__all_sync(all, v != 1);
    row[8] = __match_any_sync(all, v % 4), row[9] = __reduce_add_sync(all, v);
    row[10] = __reduce_min_sync(all, v), row[11] = __reduce_xor_sync(all, v);
    row[12] = (unsigned)__reduce_max_sync(all, (int)v), row[13] = __reduce_or_sync(all, v);
    int same;
    row[14] = __match_all_sync(all, v, &same), row[15] = (unsigned)same;
}

KERNEL(environment)(const float *x, float *y, int n)
{
    y[threadIdx.x] = x[threadIdx.x] * x[n - 1]; // a subnormal product, rounded to nearest
}

struct point {
    char first;
    double second;
    short third;
};

KERNEL(structure)(const __grid_constant__ point p, double *y, unsigned char k)
{
    y[0] = p.second + (double)(int)p.first;
    y[1] = (double)(int)p.third + (double)(int)k;
}

KERNEL(long_way)(int *y, long long rounds)
{
    int sum = 0;
    for (long long i = 0; i < rounds; i++) sum += __ldcv(y + 1) ^ (int)i;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        y[0] = sum;
}

KERNEL(deep)(int *y, int depth)
{
    volatile int large[200000];
    large[depth] = depth;
    y[0] = large[depth];
}

KERNEL(far_away)(long long *y) { y[1ll << 40] = 1; }

KERNEL(by_zero)(int *y, int n) { y[0] = y[1] / n; }

extern "C" __global__ void __launch_bounds__(2 * (16 + 16), 2) bounded(int *y)
{
    y[threadIdx.x] = (int)blockDim.x;
}
