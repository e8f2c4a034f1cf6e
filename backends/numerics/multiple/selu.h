/* selu.h - the constants of selu and its derivative. */
#ifndef SB_MULTIPLE_SELU_H
#define SB_MULTIPLE_SELU_H

#include "multiple/logistic.h"

SB_MULTIPLE sb_ball sb_selu_scale(sb_workspace *c)
{
    return sb_decimal(c, INT64_C(1050700987355480), INT64_C(4934193349852946));
}

/* Return the product scale a. */
SB_MULTIPLE sb_ball sb_selu_product(sb_workspace *c)
{
    const sb_ball a = sb_decimal(c, INT64_C(1673263242354377), INT64_C(2848170429916717));
    return sb_mul(c, sb_selu_scale(c), a);
}
#endif
