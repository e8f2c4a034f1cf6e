/* adamw.c - a step of AdamW; see optimizers/adam_kernel.h (clauses G3, G8.8). */
#define OP adamw
#define ADAM_APART 1
#define ADAM_LIGHT 1e-2
#include "optimizers/adam_kernel.h"
