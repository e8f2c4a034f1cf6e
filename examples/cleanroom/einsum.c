/* Products and sums by an equation (T4.einsum). */
#include "contraction.h"
#include "ops.h"
#include "strided.h"
#include "tree.h"

#include <ctype.h>
#include <string.h>

/* An array whose axes have letters. Its elements are bits, or doubles of the compute format. */
typedef struct {
    int rank;
    char letter[2 * MAX_RANK];
    int64_t size[2 * MAX_RANK], stride[2 * MAX_RANK]; /* strides in elements */
    const uint64_t *bits; /* elements in the operand's format, or NULL */
    const double *values;
} Lettered;

typedef struct {
    const char *text; /* the whole equation */
    const char *names[MAX_OPERANDS + 1],
        *ends[MAX_OPERANDS + 1]; /* the letters of each; the result last */
    int operands;
} Equation;

static bool stands_in(char letter, const char *from, const char *to)
{
    for (; from < to; ++from)
        if (*from == letter)
            return true;
    return false;
}

/* Parses the equation and checks its letters (T4.einsum.1, T4.einsum.2). */
static Equation parse(const Call *call)
{
    Equation equation = {.text = word_attribute(call, "equation", NULL)};
    const char *at = equation.text;
    int values = 0;
    for (;;) {
        if (values > MAX_OPERANDS)
            refuse("the equation has too many operands");
        equation.names[values] = at;
        while (isalpha((unsigned char)*at) && (unsigned char)*at < 128) ++at;
        equation.ends[values++] = at;
        if (*at == ',' && !equation.operands)
            ++at;
        else if (at[0] == '-' && at[1] == '>' && !equation.operands) {
            equation.operands = values;
            at += 2;
        } else
            break;
    }
    if (*at || !equation.operands)
        refuse("the equation is not of the form ij,jk->ik");
    if (equation.operands != call->operands)
        refuse("the equation is one for %d operands", equation.operands);
    const char *result = equation.names[values - 1], *end = equation.ends[values - 1];
    for (const char *each = result; each < end; ++each) {
        if (stands_in(*each, each + 1, end))
            refuse("a letter stands twice in the result");
        if (!stands_in(*each, equation.text, equation.ends[equation.operands - 1]))
            refuse("no operand has the letter %c of the result", *each);
    }
    return equation;
}

static int axis_of(const Lettered *x, char letter)
{
    for (int axis = 0; axis < x->rank; ++axis)
        if (x->letter[axis] == letter)
            return axis;
    return -1;
}

static void add_letter(Lettered *x, char letter, int64_t size, int64_t stride)
{
    x->letter[x->rank] = letter;
    x->size[x->rank] = size;
    x->stride[x->rank++] = stride;
}

/* Returns an operand with lettered axes. For a repeated letter it takes the diagonal, by adding the
   strides (T4.einsum.3). `sizes` has the size of each letter that has occurred, else -1. */
static Lettered named(const Call *call, const Equation *equation, int which, int64_t sizes[128])
{
    const Tensor *x = &call->operand[which];
    Lettered value = {.rank = 0, .bits = x->bits};
    int64_t strides[MAX_RANK];
    if (equation->ends[which] - equation->names[which] != x->rank)
        refuse("operand %d has another rank than in the equation", which);
    row_major(x->rank, x->shape, strides);
    for (int axis = 0; axis < x->rank; ++axis) {
        const char letter = equation->names[which][axis];
        int64_t *size = &sizes[(unsigned char)letter];
        if (*size >= 0 && *size != x->shape[axis])
            refuse("the letter %c has two sizes", letter);
        *size = x->shape[axis];
        const int found = axis_of(&value, letter);
        if (found < 0)
            add_letter(&value, letter, x->shape[axis], strides[axis]);
        else
            value.stride[found] += strides[axis];
    }
    return value;
}

/* Returns the offsets of the elements of x along these letters, in row-major order. */
static int64_t *letter_places(const Lettered *x, const char *letters, int count, int64_t *elements)
{
    Walk walk = {.rank = 0};
    for (int i = 0; i < count; ++i) {
        const int axis = axis_of(x, letters[i]);
        add_axis(&walk, x->size[axis], x->stride[axis]);
    }
    return places(&walk, elements);
}

/* Returns a row-major copy of x with its axes in the order of `letters`. */
static Lettered arranged(const Lettered *x, const char *letters, int count)
{
    Lettered y = {.rank = 0};
    int64_t total, strides[2 * MAX_RANK];
    const int64_t *place = letter_places(x, letters, count, &total);
    for (int i = 0; i < count; ++i) add_letter(&y, letters[i], x->size[axis_of(x, letters[i])], 0);
    row_major(count, y.size, strides);
    memcpy(y.stride, strides, sizeof strides);
    uint64_t *bits = allocate(total, sizeof *bits);
    double *values = allocate(total, sizeof *values);
    for (int64_t i = 0; i < total; ++i) {
        if (x->values)
            values[i] = x->values[place[i]];
        else
            bits[i] = x->bits[place[i]];
    }
    y.bits = x->values ? NULL : bits;
    y.values = x->values ? values : NULL;
    return y;
}

static void widen(const Call *call, int which, Lettered *x)
{
    if (!x->values)
        x->values = widened(&call->operand[which]);
}

/* T4.einsum.3: sums over the letters that occur in this operand only. */
static Lettered sum_lone(const Call *call, const Equation *equation, int which, Lettered x)
{
    char order[2 * MAX_RANK];
    int kept = 0, lone = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (int axis = 0; axis < x.rank; ++axis) {
            bool elsewhere = false;
            for (int i = 0; i <= equation->operands; ++i)
                if (i != which)
                    elsewhere |= stands_in(x.letter[axis], equation->names[i], equation->ends[i]);
            if (elsewhere == !pass) {
                order[kept + lone] = x.letter[axis];
                ++*(pass ? &lone : &kept);
            }
        }
    if (!lone)
        return x;
    widen(call, which, &x);
    Lettered y = arranged(&x, order, kept + lone);
    const int64_t slices = elements(kept, y.size), n = elements(lone, y.size + kept);
    double *sums = allocate(slices, sizeof *sums);
    for (int64_t i = 0; i < slices; ++i) {
        Tree tree = new_tree(SUM, computes_in_single(call));
        for (int64_t j = 0; j < n; ++j) add_leaf(&tree, y.values[i * n + j]);
        sums[i] = tree_value(&tree);
    }
    y.rank = kept;
    row_major(kept, y.size, y.stride);
    y.values = sums;
    return y;
}

typedef struct {
    char letters[2 * MAX_RANK];
    int count;
} Letters;

static void append(Letters *list, char letter) { list->letters[list->count++] = letter; }

static Letters joined(const Letters *a, const Letters *b, const Letters *c)
{
    Letters all = *a;
    memcpy(all.letters + all.count, b->letters, (size_t)b->count);
    all.count += b->count;
    memcpy(all.letters + all.count, c->letters, (size_t)c->count);
    all.count += c->count;
    return all;
}

/* T4.einsum.4: multiplies the product of the earlier operands by operand `which`. */
static Lettered multiply(const Call *call, const Equation *equation, int which, Lettered a,
                         Lettered b)
{
    const char *later =
        equation->ends[which]; /* the later operands and the result come after this */
    const char *end = equation->ends[equation->operands];
    const Letters none = {.count = 0};
    Letters batch = none, contracted = none, only_a = none, only_b = none;
    for (const char *each = equation->text; each < later; ++each) {
        const bool in_a = axis_of(&a, *each) >= 0, in_b = axis_of(&b, *each) >= 0;
        if ((!in_a && !in_b) || stands_in(*each, equation->text, each))
            continue; /* a comma, a letter that is already summed, or a repeated letter */
        if (in_a && in_b)
            append(stands_in(*each, later, end) ? &batch : &contracted, *each);
        else
            append(in_a ? &only_a : &only_b, *each);
    }
    const Letters left = joined(&batch, &only_a, &contracted);
    const Letters right = joined(&batch, &only_b, &contracted);
    const Letters made = joined(&batch, &only_a, &only_b);
    a = arranged(&a, left.letters, left.count);
    b = arranged(&b, right.letters, right.count);
    const int64_t rows = elements(only_a.count, a.size + batch.count);
    const int64_t columns = elements(only_b.count, b.size + batch.count);
    const int64_t terms = elements(contracted.count, a.size + batch.count + only_a.count);
    Lettered y = {.rank = 0};
    for (int i = 0; i < made.count; ++i) {
        const bool from_a = axis_of(&a, made.letters[i]) >= 0;
        const Lettered *x = from_a ? &a : &b;
        add_letter(&y, made.letters[i], x->size[axis_of(x, made.letters[i])], 0);
    }
    row_major(y.rank, y.size, y.stride);
    const int64_t total = elements(y.rank, y.size);
    double *values = allocate(total, sizeof *values);
    for (int64_t i = 0; i < total; ++i) {
        const int64_t row = i / columns, other = row / rows * columns + i % columns;
        values[i] = contraction(computes_in_single(call), a.values + row * terms,
                                b.values + other * terms, terms);
    }
    y.values = values;
    return y;
}

void run_einsum(Call *call, int which)
{
    (void)which;
    const Equation equation = parse(call);
    int64_t sizes[128], shape[MAX_RANK];
    Lettered operand[MAX_OPERANDS];
    for (int i = 0; i < 128; ++i) sizes[i] = -1;
    for (int i = 0; i < equation.operands; ++i) operand[i] = named(call, &equation, i, sizes);
    const char *letters = equation.names[equation.operands];
    const int rank = (int)(equation.ends[equation.operands] - letters);
    for (int axis = 0; axis < rank; ++axis) shape[axis] = sizes[(unsigned char)letters[axis]];
    uint64_t *y = make_result(call, 0, rank, shape);
    for (int i = 0; i < equation.operands; ++i)
        operand[i] = sum_lone(call, &equation, i, operand[i]);
    Lettered value = operand[0];
    for (int i = 1; i < equation.operands; ++i) {
        widen(call, 0, &value);
        widen(call, i, &operand[i]);
        value = multiply(call, &equation, i, value, operand[i]);
    }
    value = arranged(&value, letters, rank); /* T4.einsum.5 */
    const Format from = call->operand[0].format, to = call->result[0].format;
    for (int64_t i = 0; i < call->result[0].count; ++i)
        y[i] = value.values ? round_double(to, value.values[i], SATURATE)
                            : cast_bits(from, value.bits[i], to, SATURATE); /* T4.einsum.8 */
}
