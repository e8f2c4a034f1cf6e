/* softsign.h - the sum of which softsign and its derivative are made. */
#ifndef SB_MULTIPLE_SOFTSIGN_H
#define SB_MULTIPLE_SOFTSIGN_H

#include "multiple/arithmetic.h"
#include "multiple/special.h"

/* 1 + |x|. */
SB_MULTIPLE sb_ball sb_one_more(sb_workspace *c, double x)
{
    return sb_add_integer(c, sb_of_double(c, sb_signed(x, 1.0)), 1);
}
#endif
