/* power.h - powers of host scalars with whole exponents, correctly rounded (clauses G3, S4.pow). */
#ifndef SB_OPTIMIZERS_POWER_H
#define SB_OPTIMIZERS_POWER_H

#include <stdbool.h>
#include <stdint.h>

/* *power = base^exponent, rounded once to binary64, for 0 <= base < 1 and an exponent from 1 to
 * 2^53; false where there is no memory. */
bool sb_power(double base, int64_t exponent, double *power);

#endif
