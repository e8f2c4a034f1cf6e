/* remembering_template.h - the loop of a format of BITS bits with stored results (remembered.h). */

static void NAME(compute)(int64_t count, const void *const *inputs, void *output,
                          const double *parameters)
{
    NAME(sb_function)(&function, count, inputs, output, parameters);
}
#include "function/kept_template.h"
