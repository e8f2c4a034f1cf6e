/* table.c - the kernels by name. The build writes kernel_table.inc from the names of the files in
 * src/kernels; each line is SB_KERNEL(<op>). */
#include <string.h>

#include "kernel.h"

#define SB_KERNEL(op) extern const sb_kernel sb_kernel_##op;
#include "kernel_table.inc"
#undef SB_KERNEL

static const sb_kernel *const kernels[] = {
#define SB_KERNEL(op) &sb_kernel_##op,
#include "kernel_table.inc"
#undef SB_KERNEL
    NULL,
};

const sb_kernel *sb_kernel_find(const char *op)
{
    for (const sb_kernel *const *kernel = kernels; *kernel != NULL; kernel++)
        if (strcmp((*kernel)->op, op) == 0)
            return *kernel;
    return NULL;
}
