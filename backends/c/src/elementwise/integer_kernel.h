/* integer_kernel.h - the kernel of an op on two integers of one format: a template with OP. */
#include "elementwise/elementwise.h"
#include "elementwise/integer_loops.h"

static const sb_variant variants[] = {INTEGER_VARIANTS{{0}, 0, NULL}};

#define ARITY 2
#include "elementwise/kernel_template.h"
