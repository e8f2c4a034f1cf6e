/* settled_loop.c - see settled_loop.h. */
#include "function/settled_loop.h"

#include <string.h>

#include "memory/shortage.h"
#include "scalar/portable.h"

enum { STAGE = 256, WORDS = STAGE / 64, ENOUGH = 64, ROOM = STAGE + ENOUGH };

/* Open operands in compact form, with their positions among all operands. */
typedef struct waiting {
    double x[2][ROOM], v[ROOM];
    uint64_t open[ROOM];
    int64_t places[ROOM];
    int operands, count;
} waiting;

/* Copy operand `from` of x to position `to` of the waiting operands. */
static void put(waiting *w, int to, const double *const *x, int64_t from, int64_t place)
{
    w->x[0][to] = x[0][from];
    if (w->operands == 2)
        w->x[1][to] = x[1][from];
    w->places[to] = place;
}

/* Append the open operands of a block that begins at position `done`. */
static void gather(waiting *w, const double *const *x, const uint64_t *open, int64_t count,
                   int64_t done)
{
    uint64_t any = 0;
    for (int64_t i = 0; i < count; i++) any |= open[i];
    if (any == 0)
        return;
    for (int64_t i = 0; i < count; i++) {
        put(w, w->count, x, i, done + i);
        w->count += open[i] != 0;
    }
}

/* Append the open operands of a block, given as bits. Few bits are set. */
static void gather_bits(waiting *w, const double *const *x, const uint64_t *bits, int64_t done)
{
    for (int word = 0; word < WORDS; word++)
        for (uint64_t left = bits[word]; left != 0; left &= left - 1) {
            const int64_t i = 64 * word + __builtin_ctzll(left);
            put(w, w->count++, x, i, done + i);
        }
}

/* Run the first stage on a block. The block is padded with zeros, which are not appended to the
 * waiting operands. */
static void run_first(sb_first_f64 *first, waiting *w, const double *const *x, double *v,
                      int64_t count, int64_t done)
{
    uint64_t bits[WORDS] = {0};
    const int64_t ragged = count % FIRST_MULTIPLE;
    if (ragged == 0) {
        first(x, v, bits, count);
    } else {
        double padded[2][STAGE];
        const double *const rows[] = {padded[0], padded[1]};
        for (int i = 0; i < w->operands; i++) {
            memcpy(padded[i], x[i], (size_t)count * sizeof(double));
            memset(padded[i] + count, 0, (size_t)(FIRST_MULTIPLE - ragged) * sizeof(double));
        }
        first(rows, v, bits, count + FIRST_MULTIPLE - ragged);
    }
    if (count % 64 != 0)
        bits[count / 64] &= (UINT64_C(1) << count % 64) - 1;
    gather_bits(w, x, bits, done);
}

/* Run a later stage on the waiting operands. Operands that it leaves open stay waiting. The last
 * operand is repeated to fill a vector: whole vectors cost less than the remainder of a compiled
 * loop. */
static void run_later(sb_approximate_f64 *stage, waiting *w, double *y, const double *parameters)
{
    const double *const x[] = {w->x[0], w->x[1]};
    int left = 0, padded = w->count;
    if (stage == NULL || w->count == 0)
        return;
    for (; padded % FIRST_MULTIPLE != 0; padded++) put(w, padded, x, w->count - 1, 0);
    memset(w->open, 0xff, (size_t)padded * sizeof *w->open);
    stage(x, w->v, w->open, padded, parameters);
    for (int i = 0; i < w->count; i++) {
        y[w->places[i]] = w->v[i];
        put(w, left, x, i, w->places[i]);
        left += w->open[i] != 0;
    }
    w->count = left;
}

/* Write NaN for operands that are NaN or outside of the domain. */
static void settle_outside(const sb_function_f64 *f, waiting *w, double *y)
{
    const double *const x[] = {w->x[0], NULL};
    int left = 0;
    for (int i = 0; i < w->count; i++) {
        const bool inside = x[0][i] >= f->low && x[0][i] <= f->high;
        if (!inside)
            y[w->places[i]] = SB_NAN;
        put(w, left, x, i, w->places[i]);
        left += inside;
    }
    w->count = left;
}

static void run_last(sb_settled_function *last, waiting *w, double *y, const double *parameters)
{
    for (int i = 0; i < w->count; i++) {
        const double row[] = {w->x[0][i], w->operands == 2 ? w->x[1][i] : parameters[0]};
        if (!last(row, &y[w->places[i]]))
            sb_shortage_note();
    }
    w->count = 0;
}

/* Run the first stage that exists on a block, and write its results to y. */
static void begin(const sb_function_f64 *f, waiting *w, const double *const *x, double *y,
                  int64_t count, int64_t done, const double *parameters)
{
    double v[STAGE];
    if (f->first != NULL) {
        run_first(f->first, w, x, v, count, done);
    } else {
        uint64_t open[STAGE];
        memset(open, 0xff, (size_t)count * sizeof *open);
        if (f->approximate != NULL)
            f->approximate(x, v, open, count, parameters);
        else
            memset(v, 0, (size_t)count * sizeof *v);
        gather(w, x, open, count, done);
    }
    memcpy(y + done, v, (size_t)count * sizeof *v);
}

/* Run all later stages on the waiting operands, which come from `among` operands. If few operands
 * wait, they are mostly hard cases. If many wait, they are mostly extreme operands. */
static void finish(const sb_function_f64 *f, waiting *w, double *y, int64_t among,
                   const double *parameters)
{
    if (f->operands == 1)
        settle_outside(f, w, y);
    if (f->first != NULL)
        run_later(f->approximate, w, y, parameters);
    const bool few = w->count < among / 4;
    run_later(few ? f->again : f->rare, w, y, parameters);
    run_later(few ? f->rare : f->again, w, y, parameters);
    run_last(f->settled, w, y, parameters);
}

/* Operands are read before their results are written, and operands that have to wait are copied. So
 * the loop may run in place. */
void sb_settled_loop(const sb_function_f64 *f, int64_t count, const void *const *inputs,
                     void *output, const double *parameters)
{
    waiting w;
    double *const y = output;
    int64_t finished = 0;
    w.operands = f->operands;
    w.count = 0;
    for (int64_t done = 0; done < count; done += STAGE) {
        const int64_t part = count - done < STAGE ? count - done : STAGE;
        const double *const x[] = {(const double *)inputs[0] + done,
                                   f->operands == 2 ? (const double *)inputs[1] + done : NULL};
        begin(f, &w, x, y, part, done, parameters);
        if (w.count < ENOUGH && done + part < count)
            continue;
        finish(f, &w, y, done + part - finished, parameters);
        finished = done + part;
    }
}
