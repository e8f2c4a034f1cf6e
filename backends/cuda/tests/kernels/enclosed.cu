// enclosed.cu - kernels for test_enclosed.py, which call functions that float-float kernels use.
//
// x and y have `count` operands each, and z gets `count` results.
#define SB_A f32
#define SB_R f32
#include "fused/quotient.cuh"
#include "lanes/function.cuh"
#include "lanes/exp.h"
#include "lanes/log.h"
#include "lanes/rows.h"

#define KERNEL(name)                                                                               \
    extern "C" __global__ void name(const float *x, const float *y, float *z, int count)
#define EACH(i)                                                                                    \
    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < count;                          \
         i += (int)(gridDim.x * blockDim.x))

// z is 1 if the enclosure of the function decides the result for x, else 0.
#define DECIDED(op)                                                                                \
    SB_ENCLOSED_DECISION(enclosed_##op)                                                            \
    KERNEL(decided_##op)                                                                           \
    {                                                                                              \
        sb_fill_tables(enclosed_##op##_load());                                                    \
        EACH(i)                                                                                    \
        {                                                                                          \
            float ignored;                                                                         \
            z[i] = float(enclosed_##op##_decides(ignored, x[i]) ? 1 : 0);                          \
        }                                                                                          \
    }
DECIDED(exp)
DECIDED(log)
DECIDED(sigmoid)
DECIDED(silu)
DECIDED(tanh)
DECIDED(erf)
DECIDED(gelu)

KERNEL(reciprocal)
{
    EACH(i)
    z[i] = lanes_reciprocal(x[i]);
}

// z is x / y if the fast division is valid for x and y, else -1.
KERNEL(quotient)
{
    EACH(i)
    {
        const bool easy = sb_has_easy_quotients(y[i]) & sb_is_easy_dividend(x[i]);
        z[i] = easy ? sb_easy_quotient(x[i], y[i], float(1) / y[i]) : float(-1);
    }
}
