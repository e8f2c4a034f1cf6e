/* signbit.c - whether the sign bit is set, of a zero and a NaN too (clauses G9, S3). */
#define OP signbit
#define ANSWER(magnitude, sign, infinity) ((sign) != 0)
#include "elementwise/question_kernel.h"
