/* signbit.c - true if the sign bit is set, for zeros and NaN too (clauses G9, S3). */
#define OP signbit
#define ANSWER(magnitude, sign, infinity) ((sign) != 0)
#include "elementwise/question_kernel.h"
