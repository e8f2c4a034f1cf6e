/* isnan.c - true for a NaN (clauses G9, S3). */
#define OP isnan
#define ANSWER(magnitude, sign, infinity) ((magnitude) > (infinity))
#include "elementwise/question_kernel.h"
