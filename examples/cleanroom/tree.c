/* T1.1 splits n leaves at the largest power of two below n. A tree of 2^k1 + 2^k2 + ... leaves,
   with k1 > k2 > ..., is therefore B1 + (B2 + (B3 + ...)) with complete subtrees Bj of 2^kj leaves.
   The subtrees are merged like the digits of a binary counter.

   By C11 Annex F, + - * / and sqrt of float and double are the operations of IEEE 754, rounded
   once. */
#include "tree.h"

#include <math.h>

double add_in(bool single, double a, double b) { return single ? (float)a + (float)b : a + b; }
double subtract_in(bool single, double a, double b) { return single ? (float)a - (float)b : a - b; }
double multiply_in(bool single, double a, double b) { return single ? (float)a * (float)b : a * b; }
double divide_in(bool single, double a, double b) { return single ? (float)a / (float)b : a / b; }
double root_in(bool single, double a) { return single ? sqrtf((float)a) : sqrt(a); }
double round_in(bool single, double a) { return single ? (float)a : a; }

Tree new_tree(Fold fold, bool single)
{
    Tree tree;
    tree.fold = fold;
    tree.single = single;
    tree.leaves = 0;
    return tree;
}

static double node(const Tree *tree, double left, double right)
{
    return tree->fold == SUM ? add_in(tree->single, left, right)
                             : multiply_in(tree->single, left, right);
}

void add_leaf(Tree *tree, double leaf)
{
    int level = 0;
    for (int64_t carry = tree->leaves++; carry & 1; carry >>= 1)
        leaf = node(tree, tree->part[level++], leaf);
    tree->part[level] = leaf;
}

double tree_value(const Tree *tree)
{
    int level = 0;
    if (!tree->leaves)
        return tree->fold == SUM ? 0 : 1; /* T1.2, T3.prod */
    while (!(tree->leaves >> level & 1)) ++level;
    double value = tree->part[level];
    while (tree->leaves >> ++level)
        if (tree->leaves >> level & 1)
            value = node(tree, tree->part[level], value);
    return value;
}
