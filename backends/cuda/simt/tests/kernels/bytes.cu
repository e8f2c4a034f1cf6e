// Products of bytes from the registers in x, for test_bytes.py.
#include "bytes.cuh"

// x has a, b and c of each thread. y gets c + the products, for the four combinations of signs.
extern "C" __global__ void four_bytes(const unsigned *x, int *y)
{
    const unsigned *own = x + 3 * threadIdx.x;
    for (int signs = 0; signs < 4; signs++)
        y[4 * threadIdx.x + signs] = sb_dp4a(signs & 2, signs & 1, own[0], own[1], (int)own[2]);
}

// x has a[4], b[2] and c[4] of each lane. y gets the lane's four elements of the sum.
extern "C" __global__ void matrices(const unsigned *x, int *y, int signs)
{
    const unsigned *own = x + 10 * threadIdx.x;
    const unsigned a[4] = {own[0], own[1], own[2], own[3]}, b[2] = {own[4], own[5]};
    int c[4] = {(int)own[6], (int)own[7], (int)own[8], (int)own[9]};
    sb_mma(signs & 2, signs & 1, c, a, b);
    for (int i = 0; i < 4; i++) y[4 * threadIdx.x + i] = c[i];
}
