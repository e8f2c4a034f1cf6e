/* remainder_kernel.h - the kernel of fmod or remainder: a template. A quick method runs on all
 * lanes. Lanes for which it returns NaN use long division.
 *
 *   OP            the op's name
 *   FINISH_F64    FINISH_F64(r, y) converts the result r of fmod to the op's result, in binary64
 *   FINISH_ODD    the same, but with a result that is still to be rounded once
 */
#include "elementwise/elementwise.h"
#include "scalar/remainder.h"

enum { SB_REMAINDER_BLOCK = 256 };

static __attribute__((noinline)) void sb_fmod_block(const double *x, const double *y, double *r,
                                                    int64_t count)
{
    uint64_t undecided = 0;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        r[i] = f64_fmod_quick(x[i], y[i]);
        undecided |= mask_nan(r[i]);
    }
    for (int64_t i = 0; undecided != 0 && i < count; i++)
        if (r[i] != r[i])
            r[i] = f64_fmod(x[i], y[i]);
}

#define f64_from_f64 f64_canonical
#define FORMAT f64
#define FROM_WIDE f64_canonical
#define FINISH FINISH_F64
#include "elementwise/remainder_template.h"
#define FORMAT f32
#define FROM_WIDE f32_from_odd
#define FINISH FINISH_ODD
#include "elementwise/remainder_template.h"
#define FORMAT f16
#define FROM_WIDE f16_from_f64
#define FINISH FINISH_ODD
#include "elementwise/remainder_template.h"
#define FORMAT bf16
#define FROM_WIDE bf16_from_f64
#define FINISH FINISH_ODD
#include "elementwise/remainder_template.h"
#define FORMAT f8e4m3fn
#define FROM_WIDE f8e4m3fn_from_f64
#define FINISH FINISH_ODD
#include "elementwise/remainder_template.h"
#define FORMAT f8e5m2
#define FROM_WIDE f8e5m2_from_f64
#define FINISH FINISH_ODD
#include "elementwise/remainder_template.h"

static const sb_variant variants[] = {{{SB_F64, SB_F64}, SB_F64, loop_f64},
                                      {{SB_F32, SB_F32}, SB_F32, loop_f32},
                                      {{SB_F16, SB_F16}, SB_F16, loop_f16},
                                      {{SB_BF16, SB_BF16}, SB_BF16, loop_bf16},
                                      {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},
                                      {{SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},
                                      {{0}, 0, NULL}};

#define ARITY 2
#include "elementwise/kernel_template.h"
