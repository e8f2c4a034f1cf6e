/* isfinite.c - true for a number that is neither infinite nor NaN (clauses G9, S3). */
#define OP isfinite
#define ANSWER(magnitude, sign, infinity) ((magnitude) < (infinity))
#include "elementwise/question_kernel.h"
