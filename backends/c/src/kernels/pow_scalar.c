/* pow_scalar.c - x to the power of a host scalar (clause G9). */
#define OP pow_scalar
#define NUMBER "exponent"
#define PLACE 1
#include "function/pow_scalar_kernel.h"
