/* gather.h - the terms of one output as contiguous values; a template, after simd/rows.h. */
#ifndef SB_REDUCE_GATHER_H
#define SB_REDUCE_GATHER_H

#include "reduce/tasks.h"

/* Load terms start .. start + n - 1 of the output whose term 0 is at `base`, widened to `real`. */
static void gather_terms(const sb_reduction *reduction, const char *base, int64_t start, int64_t n,
                         real *out)
{
    int last = reduction->reduced.rank - 1;
    int64_t size = last < 0 ? 1 : reduction->reduced.shape[last];
    int64_t stride = last < 0 ? 0 : reduction->reduced.in[last];
    while (n > 0) {
        int64_t run = size - start % size;
        run = run < n ? run : n;
        load_row(base + sb_term_offset(reduction, start), stride, reduction->in_format, run, out);
        out += run;
        start += run;
        n -= run;
    }
}

#endif
