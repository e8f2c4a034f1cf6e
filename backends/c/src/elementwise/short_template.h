/* short_template.h - loop_f16 and loop_bf16 of one operation on binary32 lanes; see short_loops.h.
 *
 *   OPERATION    OPERATION(x, parameter) on lanes
 *   PLACE_BF16   PLACE_BF16(bits) of bfloat16 numbers is below 0x100 if the operation may be wrong
 *                when subnormal numbers are treated as zeros
 *   ROUND_BF16   rounds lanes to bfloat16
 *   EXACTLY      EXACTLY(x, parameter) in binary64, such that a further rounding is right
 */
#include "elementwise/short_loops.h"

#define FORMAT f16
#define PLACE(bits) short_set(-1)
#define ROUND short_narrow_f16
#define INFINITE 0x7c00
#define CANONICAL_NAN 0x7e00
#include "elementwise/short_part_template.h"

static void loop_f16(int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    const uint16_t *x = inputs[0];
    uint16_t *y = output;
    for (int64_t done = 0; done < count; done += FLUSHED_BLOCK) {
        const int64_t part = count - done < FLUSHED_BLOCK ? count - done : FLUSHED_BLOCK;
        quick_part_f16(part, x + done, y + done, parameters);
    }
}

#define FORMAT bf16
#define PLACE PLACE_BF16
#define ROUND ROUND_BF16
#define INFINITE 0x7f80
#define CANONICAL_NAN 0x7fc0
#include "elementwise/short_part_template.h"

static void compute_bf16(int64_t count, const void *const *inputs, void *output,
                         const double *parameters)
{
    const uint16_t *x = inputs[0];
    uint16_t *y = output;
    const double parameter = parameters[0];
    (void)parameter;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++)
        y[i] = bf16_from_f64(EXACTLY(f64_from_bf16(x[i]), parameter));
}

static void exact_part_bf16(int64_t count, const uint16_t *x, uint16_t *y, const double *parameters)
{
    static sb_remembered kept;
    const void *const inputs[] = {x};
    if (!sb_remembered_16(&kept, compute_bf16, count, x, y, parameters))
        compute_bf16(count, inputs, y, parameters);
}

#define FORMAT bf16
#include "elementwise/flushed_template.h"
