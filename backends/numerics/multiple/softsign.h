/* softsign.h - the sum in softsign and its derivative. */
#ifndef SB_MULTIPLE_SOFTSIGN_H
#define SB_MULTIPLE_SOFTSIGN_H

#include "multiple/arithmetic.h"
#include "multiple/special.h"

/* Return 1 + |x|. */
SB_MULTIPLE sb_ball sb_one_more(sb_workspace *c, double x)
{
    return sb_add_integer(c, sb_of_double(c, sb_signed(x, 1.0)), 1);
}
#endif
