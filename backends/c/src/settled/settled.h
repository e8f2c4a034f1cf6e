/* settled.h - correctly rounded functions of binary64 by the last stage (numerics/multiple), one of
 * each op of that folder: sb_settled_<op>.
 *
 * Right for every operand, in some microseconds each. `operands` are followed by the op's real
 * attribute. False only where memory ends.
 */
#ifndef SB_SETTLED_H
#define SB_SETTLED_H

#include <stdbool.h>

typedef bool sb_settled_function(const double *operands, double *result);

#endif
