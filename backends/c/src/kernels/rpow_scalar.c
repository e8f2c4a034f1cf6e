/* rpow_scalar.c - a host scalar to the power of x (clause G9). */
#define OP rpow_scalar
#define NUMBER "base"
#define PLACE 0
#include "function/pow_scalar_kernel.h"
