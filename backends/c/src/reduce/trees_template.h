/* trees_template.h - the reductions of trees.h as methods; included once for each operation and
 * type `real`.
 *
 * A centre (the mean for a variance, the shift of logsumexp) is computed first. If one piece has
 * all terms of an output, this happens within the piece, while a batch of rows is in cache. If the
 * terms are cut into chunks, it is a separate pass over all outputs.
 */
#include "memory/scratch.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "reduce/columns.h"
#include "reduce/rows.h"
#include "reduce/shift.h"

typedef struct tree_job {
    sb_tree tree;
    real divisor;        /* divisor of a mean or a variance */
    const real *centres; /* the centre of each output, if a pass has computed them */
    real *collected;     /* where a pass stores the centres */
} tree_job;

/* Apply the last operations of the op to the roots of `count` outputs. */
static void finish_roots(const tree_job *job, const real *centres, int64_t count, real *roots)
{
    sb_tree tree = job->tree;
    if (tree == SB_TREE_MEAN || tree == SB_TREE_VARIANCE || tree == SB_TREE_DEVIATION)
        for (int64_t i = 0; i < count; ++i) roots[i] /= job->divisor;
    if (tree == SB_TREE_SQUARES || tree == SB_TREE_DEVIATION)
        for (int64_t i = 0; i < count; ++i) roots[i] = real_sqrt(roots[i]);
    if (tree == SB_TREE_LOGSUMEXP) {
        each_log(count, roots, roots);
        for (int64_t i = 0; i < count; ++i) roots[i] = centres[i] + roots[i];
    }
    if (tree == SB_TREE_GREATEST)
        shifts_of(roots, count);
}

typedef void (*walk)(sb_tree tree, const sb_reduction *reduction, const sb_cut *cut,
                     const sb_piece *piece, const real *centres, real *scratch, real *nodes);

/* Compute the roots of a piece. If the piece is not one of several chunks, finish them too. */
static void tree_piece(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                       const tree_job *job, walk join_all, walk find_greatest, real *scratch,
                       real *centres, real *roots)
{
    const real *centre = NULL;
    if (job->tree == SB_TREE_GREATEST) {
        find_greatest(job->tree, reduction, cut, piece, NULL, scratch, roots);
    } else if (job->centres) {
        centre = job->centres + piece->outer * cut->width + piece->first;
    } else if (is_centred(job->tree)) {
        tree_job first = {.tree = SB_TREE_MEAN, .divisor = (real)reduction->terms};
        if (job->tree == SB_TREE_LOGSUMEXP)
            first.tree = SB_TREE_GREATEST;
        tree_piece(reduction, cut, piece, &first, join_all, find_greatest, scratch, NULL, centres);
        centre = centres;
    }
    if (job->tree != SB_TREE_GREATEST)
        join_all(job->tree, reduction, cut, piece, centre, scratch, roots);
    if (cut->chunks == 1)
        finish_roots(job, centre, piece->count, roots);
}

static void tree_rows(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                      const void *argument, void *scratch, void *states)
{
    real *centres = scratch;
    tree_piece(reduction, cut, piece, argument, join_rows, greatest_of_rows, centres + SB_ROW_BATCH,
               centres, states);
}

static void tree_columns(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                         const void *argument, void *scratch, void *states)
{
    real *centres = scratch;
    tree_piece(reduction, cut, piece, argument, join_columns, greatest_of_columns,
               centres + strip_size(cut), centres, states);
}

static size_t tree_scratch(const sb_cut *cut, const void *argument)
{
    (void)argument;
    int64_t reals = SB_ROW_BATCH + GATHERED + PADDING;
    if (cut->by_columns)
        reals = (1 + strip_count(cut)) * strip_size(cut);
    return (size_t)reals * sizeof(real);
}

static void tree_join(void *states, int64_t count)
{
    real *nodes = states;
    nodes[0] = TREE(sb_tree)(nodes, count);
}

/* Store results. The roots of outputs that were computed in one piece are already finished. The
 * roots of chunks, and roots without terms, are not. */
static void tree_finish(const sb_reduction *reduction, const void *argument, int64_t number,
                        int64_t count, void *states, char *out, int64_t stride)
{
    const tree_job *job = argument;
    real *roots = states;
    if (job->collected)
        memcpy(job->collected + number, roots, (size_t)count * sizeof(real));
    else
        store_row(roots, count, out, stride, reduction->out_format);
}

static void chunked_finish(const sb_reduction *reduction, const void *argument, int64_t number,
                           int64_t count, void *states, char *out, int64_t stride)
{
    const tree_job *job = argument;
    finish_roots(job, job->centres ? job->centres + number : NULL, count, states);
    tree_finish(reduction, argument, number, count, states, out, stride);
}

static sb_status run_tree(sb_context *context, const sb_reduction *reduction, const sb_cut *cut,
                          const tree_job *job)
{
    sb_method method = {.state = sizeof(real),
                        .scratch = tree_scratch,
                        .rows = tree_rows,
                        .columns = tree_columns,
                        .join = tree_join,
                        .finish = tree_finish};
    if (cut->chunks > 1)
        method.finish = chunked_finish;
    if (job->tree == SB_TREE_GREATEST)
        method.join = greatest_join;
    return sb_method_run(context, reduction, cut, &method, job);
}

/* Fill the outputs of a reduction without terms, as clause T3 requires. */
static void tree_of_nothing(const sb_reduction *reduction, sb_tree tree)
{
    real value = 0;
    if (tree == SB_TREE_PRODUCT)
        value = 1;
    else if (tree == SB_TREE_LOGSUMEXP)
        value = (real)-__builtin_inf();
    else if (tree == SB_TREE_MEAN || is_centred(tree))
        value = (real)__builtin_nan("");
    tree_job job = {.tree = tree};
    sb_method method = {.state = sizeof(real), .finish = tree_finish};
    sb_method_fill(reduction, &method, &job, &value);
}

sb_status TREE(sb_tree_reduce)(sb_context *context, sb_reduction *reduction, sb_tree tree,
                               double correction)
{
    if (reduction->outputs == 0)
        return SB_OK;
    if (reduction->terms == 0) {
        tree_of_nothing(reduction, tree);
        return SB_OK;
    }
    double rest = (double)reduction->terms - correction; /* exact (T3) */
    tree_job job = {.tree = tree, .divisor = (real)(rest > 0 ? rest : 0)};
    sb_cut cut = sb_cut_of(reduction, context->threads);
    if (tree == SB_TREE_MEAN)
        job.divisor = (real)reduction->terms;
    if (cut.chunks == 1 || !is_centred(tree))
        return run_tree(context, reduction, &cut, &job);
    real *centres = sb_scratch_take((size_t)reduction->outputs * sizeof(real));
    if (centres == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a reduction", context->call->op);
    tree_job first = {
        .tree = SB_TREE_MEAN, .divisor = (real)reduction->terms, .collected = centres};
    if (tree == SB_TREE_LOGSUMEXP)
        first.tree = SB_TREE_GREATEST;
    sb_status status = run_tree(context, reduction, &cut, &first);
    job.centres = centres;
    if (status == SB_OK)
        status = run_tree(context, reduction, &cut, &job);
    sb_scratch_give(centres);
    return status;
}
