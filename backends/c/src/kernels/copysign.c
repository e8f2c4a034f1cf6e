/* copysign.c - a with the sign bit of b: an operation on bits, so a NaN keeps its payload (clause
 * S2).
 */

#define OP copysign
#define ARITY 2
#define RESULT(x, z, sign) (((x) & ((sign) - 1)) | ((z) & (sign)))
#include "elementwise/bits_kernel.h"
