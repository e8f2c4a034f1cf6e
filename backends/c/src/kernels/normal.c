/* normal.c - the op normal (clause D2): the normal quantile of the midpoint of a draw. */
#include "draws/draws.h"
#include "fused/functions.h"
#include "scalar/draw.h"

/* The quantile is odd about 1/2: its value at 1 - p is minus the value at p. */
static void make_f64(const void *argument, const uint32_t *words, void *elements, int64_t count)
{
    double *y = elements;
    (void)argument;
    for (int64_t i = 0; i < count; ++i) y[i] = draw_lower_part(sb_draw_of_two(words + 2 * i));
    sb_each_normal_quantile_f64(count, y, y);
    for (int64_t i = 0; i < count; ++i)
        if (!draw_is_low(sb_draw_of_two(words + 2 * i)))
            y[i] = -y[i];
}

#define OP normal
#define QUICK draw_normal_quick
#define TO_ODD draw_normal_to_odd
#include "draws/rounded_draw_kernel.h"
