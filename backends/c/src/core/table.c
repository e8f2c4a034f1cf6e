/* table.c - lookup of kernels by name. The build writes kernel_table.inc from the sorted names of
 * the files in src/kernels. Each line of it is SB_KERNEL(<op>). */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

#define SB_KERNEL(op) extern const sb_kernel sb_kernel_##op;
#include "kernel_table.inc"
#undef SB_KERNEL

static const sb_kernel *const kernels[] = {
#define SB_KERNEL(op) &sb_kernel_##op,
#include "kernel_table.inc"
#undef SB_KERNEL
};

static int compare(const void *op, const void *kernel)
{
    return strcmp(op, (*(const sb_kernel *const *)kernel)->op);
}

const sb_kernel *sb_kernel_find(const char *op)
{
    const sb_kernel *const *found =
        bsearch(op, kernels, sizeof kernels / sizeof kernels[0], sizeof kernels[0], compare);
    return found != NULL ? *found : NULL;
}
