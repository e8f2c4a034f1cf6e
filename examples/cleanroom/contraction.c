/* C11 defines fma as one rounding of the exact a * b + c (7.12.13.1). */
#include "contraction.h"
#include "tree.h"

#include <math.h>

enum { BLOCK = 256 };

static double block_in_single(const double *a, const double *b, int64_t n)
{
    float sum = -0.0F;
    for (int64_t k = 0; k < n; ++k) sum = fmaf((float)a[k], (float)b[k], sum);
    return sum;
}

static double block_in_double(const double *a, const double *b, int64_t n)
{
    double sum = -0.0;
    for (int64_t k = 0; k < n; ++k) sum = fma(a[k], b[k], sum);
    return sum;
}

double contraction(bool single, const double *a, const double *b, int64_t n)
{
    Tree tree = new_tree(SUM, single);
    for (int64_t k = 0; k < n; k += BLOCK) {
        const int64_t terms = n - k < BLOCK ? n - k : BLOCK;
        add_leaf(&tree, single ? block_in_single(a + k, b + k, terms)
                               : block_in_double(a + k, b + k, terms));
    }
    return tree_value(&tree);
}
