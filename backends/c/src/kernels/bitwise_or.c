/* bitwise_or.c - the bits that are set in either of two integers (clause S2). */

#define OP bitwise_or
#include "elementwise/integer_kernel.h"
