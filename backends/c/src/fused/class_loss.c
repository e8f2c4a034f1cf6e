/* class_loss.c - see class_loss.h. */
#include "simd/vector_f32.h"

#include "fused/class_loss.h"
#include "moves/index.h"
#include "reduce/tree.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

const sb_parameter sb_class_loss_parameters[] = {
    {"ignore_index", SB_INTEGERS, 0.0}, {"reduction", SB_WORD, 0.0}, {NULL, 0, 0.0}};

const sb_parameter sb_cross_entropy_parameters[] = {{"ignore_index", SB_INTEGERS, 0.0},
                                                    {"label_smoothing", SB_NUMBER, 0.0},
                                                    {"reduction", SB_WORD, 0.0},
                                                    {NULL, 0, 0.0}};

static sb_status check_classes(sb_context *context, const sb_class_loss *loss)
{
    for (int64_t i = 0; i < loss->target.count; ++i) {
        const int64_t class = sb_index_at(sb_view_at(&loss->target, i), SB_I64);
        if (class != loss->ignored && (uint64_t)class >= (uint64_t)loss->classes)
            return sb_fail(context, SB_INVALID,
                           "%s: target %lld at row-major position %lld is out of range for %lld "
                           "classes",
                           context->call->op, (long long)class, (long long)i,
                           (long long)loss->classes);
    }
    return SB_OK;
}

sb_status sb_class_loss_of(sb_context *context, const sb_array *target, const sb_array *weight,
                           const sb_array *loss, int64_t classes, sb_class_loss *found)
{
    static const char *const words[] = {"mean", "none", "sum", NULL};
    const int kept = sb_attribute_word(context, "reduction", words);
    if (kept < 0)
        return SB_INVALID;
    *found = (sb_class_loss){.target = sb_view_of(target, 0, 0),
                             .weighted = weight != NULL,
                             .classes = classes,
                             .kept = (sb_kept)kept};
    sb_status status = sb_integer_of(context, "ignore_index", -100, &found->ignored);
    if (status == SB_OK && weight != NULL)
        status = sb_shape_check(context, weight, 1, &classes, "weight");
    if (status == SB_OK)
        status = sb_shape_check(context, loss, kept == SB_KEPT_ALL ? target->rank : 0,
                                target->shape, "loss");
    if (weight != NULL)
        found->weight = sb_view_of(weight, 0, 0);
    return status == SB_OK ? check_classes(context, found) : status;
}

sb_status sb_class_loss_check(sb_context *context, const sb_array *x, const sb_array *target)
{
    if (x->rank < 2 || x->shape[1] == 0)
        return sb_fail(context, SB_INVALID, "%s: input must be [N, C, *S] with a class at least",
                       context->call->op);
    bool fits = target->rank == x->rank - 1;
    for (int i = 0; fits && i < target->rank; ++i)
        fits = target->shape[i] == x->shape[i > 0 ? i + 1 : 0];
    return fits ? SB_OK
                : sb_fail(context, SB_INVALID,
                          "%s: target must have the shape of input without "
                          "its classes",
                          context->call->op);
}

bool sb_class_loss_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                            int output_count, int first)
{
    bool fits = output_count == 1 && sb_is_short(outputs[0]) && input_count > first &&
                input_count <= first + 2;
    for (int i = 0; fits && i < input_count; ++i)
        fits = inputs[i] == (i == first ? SB_I64 : outputs[0]);
    return fits;
}

int64_t sb_class_at(const sb_class_loss *loss, int64_t place)
{
    const int64_t class = sb_index_at(sb_view_at(&loss->target, place), SB_I64);
    return class == loss->ignored ? -1 : class;
}

float sb_class_weight(const sb_class_loss *loss, int64_t class)
{
    real weight = 1;
    if (loss->weighted)
        load_elements(&loss->weight, sb_view_at(&loss->weight, class), 0, 1, &weight);
    return weight;
}

/* T8: absent leaves are -0, and a sum without present leaves is +0. */
static real present_sum(const sb_class_loss *loss, const real *leaves)
{
    const int64_t n = loss->target.count;
    bool any = false;
    for (int64_t i = 0; i < n && !any; ++i) any = sb_class_at(loss, i) >= 0;
    return any ? sb_tree_sum_f32(leaves, n) : 0;
}

float sb_class_divisor(const sb_class_loss *loss, float *room)
{
    for (int64_t i = 0; i < loss->target.count; ++i) {
        const int64_t class = sb_class_at(loss, i);
        room[i] = class < 0 ? (real)-0.0 : sb_class_weight(loss, class);
    }
    return present_sum(loss, room);
}

void sb_class_loss_keep(const sb_class_loss *loss, float *terms, float *room,
                        const sb_array *output)
{
    const bool all = loss->kept == SB_KEPT_ALL;
    const sb_view view = sb_view_of(output, 0, 0);
    for (int64_t i = 0; i < loss->target.count; ++i)
        if (sb_class_at(loss, i) < 0)
            terms[i] = all ? (real)0.0 : (real)-0.0;
    if (all) {
        keep_rows(&view, 0, view.count, terms, ROWS_ROUNDED);
        return;
    }
    real total = present_sum(loss, terms);
    if (loss->kept == SB_KEPT_MEAN)
        total = total / sb_class_divisor(loss, room);
    store_row(&total, 1, output->data, 0, output->format);
}

float sb_class_share(const sb_class_loss *loss, const sb_view *gradient, int64_t place,
                     float divisor)
{
    real g;
    const int64_t number = loss->kept == SB_KEPT_ALL ? place : 0;
    load_elements(gradient, sb_view_at(gradient, number), 0, 1, &g);
    return loss->kept == SB_KEPT_MEAN ? g / divisor : g;
}
