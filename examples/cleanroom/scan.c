/* Scans along an axis (T6): after each leaf, the value of the tree over all leaves so far. */
#include "ops.h"
#include "tree.h"

void run_scan(Call *call, int which)
{
    const Tensor *x = &call->operand[0];
    const Format from = x->format, to = call->result[0].format;
    const bool single = computes_in_single(call);
    const Along along = along_axis(x, axis_attribute(call, -1));
    uint64_t *y = make_result(call, 0, x->rank, x->shape);
    if (!x->count)
        return;
    for (int64_t line = 0; line < along.before * along.after; ++line) {
        int64_t place = line / along.after * along.size * along.after + line % along.after;
        Tree tree = new_tree((Fold)which, single);
        uint64_t exact = which == SUM ? 0 : 1;
        for (int64_t i = 0; i < along.size; ++i, place += along.after) {
            if (is_float(from)) {
                add_leaf(&tree, float_value(from, x->bits[place]));
                y[place] = round_double(to, tree_value(&tree), SATURATE);
            } else { /* T6.3 */
                const uint64_t term = (uint64_t)integer_value(from, x->bits[place]);
                exact = which == SUM ? exact + term : exact * term;
                y[place] = exact;
            }
        }
    }
}
