/* power.h - correctly rounded powers of host scalars with integer exponents (clauses G3,
 * S4.pow). */
#ifndef SB_OPTIMIZERS_POWER_H
#define SB_OPTIMIZERS_POWER_H

#include <stdbool.h>
#include <stdint.h>

/* Compute *power = base^exponent, rounded once to binary64, for 0 <= base < 1 and an exponent from
 * 1 to 2^53. Return false if memory is short. */
bool sb_power(double base, int64_t exponent, double *power);

#endif
