/* settled.h - correctly rounded functions of binary64 by the last stage (numerics/multiple):
 * sb_settled_<op> for each op in that folder.
 *
 * They are right for every operand, and take some microseconds each. `operands` are followed by the
 * op's real attribute. The functions return false only if memory is short.
 */
#ifndef SB_SETTLED_H
#define SB_SETTLED_H

#include <stdbool.h>

typedef bool sb_settled_function(const double *operands, double *result);

#endif
