/* exponential.c - the op exponential (clause D2): -log of the midpoint of a draw. */
#include "draws/draws.h"
#include "fused/functions.h"
#include "scalar/draw.h"

/* Above 1/2, the logarithm of the midpoint is computed as log1p(midpoint - 1). */
static void make_f64(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    double low[SB_DRAW_STAGE] = {0}, high[SB_DRAW_STAGE] = {0}, *y = elements;
    int64_t lows = 0, highs = 0;
    (void)argument;
    for (int64_t i = 0; i < count; ++i) {
        const uint64_t u = sb_draw_of_two(words + 2 * i);
        if (draw_is_low(u))
            low[lows++] = draw_lower_part(u);
        else
            high[highs++] = -draw_lower_part(u);
    }
    sb_each_log_f64(lows, low, low);
    sb_each_log1p_f64(highs, high, high);
    lows = highs = 0;
    for (int64_t i = 0; i < count; ++i)
        y[i] = -(draw_is_low(sb_draw_of_two(words + 2 * i)) ? low[lows++] : high[highs++]);
}

#define OP exponential
#define QUICK draw_exponential_quick
#define TO_ODD draw_exponential_to_odd
#include "draws/rounded_draw_kernel.h"
