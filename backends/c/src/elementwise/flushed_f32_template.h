/* flushed_f32_template.h - loop_f32 from QUICKLY(x), one operation in hardware, and EXACTLY(x),
 * which is not slowed down by subnormal numbers; see flushed_loop.h.
 */
#include "elementwise/flushed_loop.h"

#if defined(__SSE2__)
static __attribute__((noinline)) int quick_part_f32(int64_t count, const float *x, float *y,
                                                    const double *parameters)
{
    (void)parameters;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = QUICKLY(x[i]);
    return 0;
}

static __attribute__((noinline)) int exact_part_f32(int64_t count, const float *x, float *y,
                                                    const double *parameters)
{
    (void)parameters;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = EXACTLY(x[i]);
    return 0;
}

#define FORMAT f32
#include "elementwise/flushed_template.h"
#else /* on this processor, subnormal numbers are not slower */
static void loop_f32(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    (void)parameters;
    float *y = output;
    const float *a = inputs[0];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = QUICKLY(a[i]);
}
#endif
#undef QUICKLY
#undef EXACTLY
