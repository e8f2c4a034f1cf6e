/* gelu_tanh.h - the parts of gelu_tanh and its derivative: x s and s + 2 x u' s (1 - s), where s =
 * 1 / (1 + e^-2u) and u = sqrt(2/pi) (x + 0.044715 x^3).
 *
 * No theorem covers e to the power of sqrt(2/pi) times a rational number, but none is needed if the
 * loop ends. u(13) > 88 and u(-25) < -577. */
#ifndef SB_MULTIPLE_GELU_TANH_H
#define SB_MULTIPLE_GELU_TANH_H

#include "multiple/logistic.h"

/* Return sqrt(2/pi). */
SB_MULTIPLE sb_ball sb_gelu_root(sb_workspace *c) { return sb_sqrt(c, sb_inverse(c, 2, sb_pi(c))); }

/* Return 0.044715 x^2. */
SB_MULTIPLE sb_ball sb_gelu_square(sb_workspace *c, sb_ball x)
{
    return sb_over(c, sb_times(c, sb_square(c, x), 44715), 1000000);
}

/* Return 2 u. */
SB_MULTIPLE sb_ball sb_gelu_twice(sb_workspace *c, sb_ball x)
{
    const sb_ball sum = sb_add_integer(c, sb_gelu_square(c, x), 1);
    return sb_scaled(sb_mul(c, sb_mul(c, sb_gelu_root(c), x), sum), 1);
}
#endif
