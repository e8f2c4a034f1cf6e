/* settled_loop.c - see settled_loop.h. */
#include "function/settled_loop.h"

#include <string.h>

#include "memory/shortage.h"
#include "scalar/portable.h"

enum { STAGE = 256 };

/* The operands that one stage left open, closed up. */
typedef struct gathered {
    double x[2][STAGE], v[STAGE];
    uint64_t open[STAGE];
    int places[STAGE], count;
} gathered;

static void gather(gathered *g, const double *const *x, int operands, const uint64_t *open,
                   int64_t count)
{
    int found = 0;
    for (int i = 0; i < (int)count; i++) {
        g->x[0][found] = x[0][i];
        if (operands == 2)
            g->x[1][found] = x[1][i];
        g->places[found] = i;
        found += open[i] != 0;
    }
    g->count = found;
}

/* An operand closes up if it is still open. */
static int keep(gathered *g, int operands, int from, int to, bool still)
{
    g->x[0][to] = g->x[0][from];
    if (operands == 2)
        g->x[1][to] = g->x[1][from];
    g->places[to] = g->places[from];
    return to + still;
}

/* NaN is the result of NaN and outside of the domain. */
static void settle_outside(gathered *g, const sb_function_f64 *f, double *v)
{
    int found = 0;
    for (int i = 0; i < g->count; i++) {
        const bool inside = g->x[0][i] >= f->low && g->x[0][i] <= f->high;
        if (!inside)
            v[g->places[i]] = SB_NAN;
        found = keep(g, 1, i, found, inside);
    }
    g->count = found;
}

/* What a stage decides of the gathered goes to v; the others close up. */
static void pass(gathered *g, sb_approximate_f64 *stage, int operands, double *v,
                 const double *parameters)
{
    const double *const x[] = {g->x[0], g->x[1]};
    int found = 0;
    stage(x, g->v, g->open, g->count, parameters);
    for (int i = 0; i < g->count; i++) {
        v[g->places[i]] = g->v[i];
        found = keep(g, operands, i, found, g->open[i] != 0);
    }
    g->count = found;
}

/* Results of the operands that are open; v has those of the block. Few of them are mostly hard
 * cases, many are mostly extreme operands. */
static void settle(const sb_function_f64 *f, const double *const *x, const uint64_t *open,
                   double *v, int64_t count, const double *parameters)
{
    gathered g;
    gather(&g, x, f->operands, open, count);
    if (f->operands == 1)
        settle_outside(&g, f, v);
    const bool few = g.count < count / 4;
    sb_approximate_f64 *const stages[] = {few ? f->again : f->rare, few ? f->rare : f->again};
    for (int k = 0; k < 2; k++)
        if (stages[k] != NULL && g.count != 0)
            pass(&g, stages[k], f->operands, v, parameters);
    for (int i = 0; i < g.count; i++) {
        const double row[] = {g.x[0][i], f->operands == 2 ? g.x[1][i] : parameters[0]};
        if (!f->settled(row, &v[g.places[i]]))
            sb_shortage_note();
    }
}

/* Every operand of a block is read before its results are written: the loop may run in place. */
void sb_settled_loop(const sb_function_f64 *f, int64_t count, const void *const *inputs,
                     void *output, const double *parameters)
{
    double v[STAGE], *const y = output;
    uint64_t open[STAGE];
    memset(v, 0, sizeof v);
    memset(open, 0xff, sizeof open);
    for (int64_t done = 0; done < count; done += STAGE) {
        const int64_t part = count - done < STAGE ? count - done : STAGE;
        const double *const x[] = {(const double *)inputs[0] + done,
                                   f->operands == 2 ? (const double *)inputs[1] + done : NULL};
        uint64_t any = 1;
        if (f->approximate != NULL) {
            f->approximate(x, v, open, part, parameters);
            any = 0;
            for (int64_t i = 0; i < part; i++) any |= open[i];
        }
        if (any != 0)
            settle(f, x, open, v, part, parameters);
        memcpy(y + done, v, (size_t)part * sizeof *v);
    }
}
