/* isinf.c - true for an infinity (clauses G9, S3). */
#define OP isinf
#define ANSWER(magnitude, sign, infinity) ((magnitude) == (infinity))
#include "elementwise/question_kernel.h"
