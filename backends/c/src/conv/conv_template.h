/* conv_template.h - the choice of the method; included once for each type `real`. */
#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "conv/conv_gemm.h"
#include "conv/conv_thin.h"
#include "conv/weight.h"

/* Store elements without terms: +0, plus a bias. */
static void empty_positions(const sb_conv *conv)
{
    enum { PART = 64 };
    int64_t all = conv->samples * conv_positions(conv);
    for (int64_t group = 0; group < conv->groups; ++group)
        for (int64_t i = 0; i < conv->rows; ++i)
            for (int64_t j = 0; j < all; j += PART) {
                real zeros[PART + LANES] = {0}; /* padded, since whole vectors are read */
                finish_positions(conv, group, i, 1, j, all - j < PART ? all - j : PART, zeros,
                                 PART);
            }
}

bool REAL(sb_conv_run)(sb_context *context, const sb_conv *conv)
{
    if (conv->kind == SB_CONV_WEIGHT_GRADIENT)
        return conv_weight_run(context, conv);
    if (conv->channels * conv_taps(conv) == 0) {
        empty_positions(conv);
        return true;
    }
    return conv->rows <= THIN_ROWS ? conv_thin_run(context, conv) : conv_gemm_run(context, conv);
}
