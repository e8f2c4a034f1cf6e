/* outer.h - products of one term, a[i] * b[j]: a template, included after pack.h.
 *
 * fma(a, b, -0) is the rounded product, so no addition is needed. C is written once, by rows.
 */
#ifndef SB_CONTRACT_OUTER_H
#define SB_CONTRACT_OUTER_H

#include "contract/pack.h"

enum { OUTER_PART = 1024, OUTER_ROWS = 32 };

static void outer_task(void *argument, int64_t task, int thread)
{
    const sb_product *p = argument;
    int64_t down = divide_up(p->m, OUTER_ROWS);
    int64_t first = task % down * OUTER_ROWS, j = task / down * OUTER_PART;
    int64_t end = first + OUTER_ROWS < p->m ? first + OUTER_ROWS : p->m;
    int64_t n = p->n - j < OUTER_PART ? p->n - j : OUTER_PART;
    real b[OUTER_PART], row[OUTER_PART], a;
    (void)thread;
    load_row(matrix_at(p->b, 0, j).data, p->b.column, p->b.format, n, b);
    for (int64_t i = first; i < end; ++i) {
        load_row(matrix_at(p->a, i, 0).data, p->a.row, p->a.format, 1, &a);
        for (int64_t c = 0; c < n; ++c) row[c] = a * b[c];
        sb_matrix to = matrix_at(p->c, i, j);
        store_row(row, n, to.data, to.column, to.format);
    }
}

static void outer_run(sb_context *context, const sb_product *product)
{
    int64_t tasks = divide_up(product->m, OUTER_ROWS) * divide_up(product->n, OUTER_PART);
    sb_parallel(context, tasks, outer_task, (void *)(uintptr_t)product);
}

#endif
