/* The canonical tree of clause T1, which takes one leaf after the other. */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { SUM, PRODUCT } Fold;

typedef struct {
    Fold fold;
    bool single;     /* every sum is rounded to binary32, otherwise to binary64 */
    int64_t leaves;  /* number of leaves so far */
    double part[64]; /* if bit k of `leaves` is 1: the value of a subtree of 2^k leaves */
} Tree;

Tree new_tree(Fold fold, bool single);
void add_leaf(Tree *tree, double leaf);
/* Returns the value over the leaves so far. More leaves may follow. */
double tree_value(const Tree *tree);

/* Rounded operations of the compute format. A double holds a number of binary32 exactly. */
double add_in(bool single, double a, double b);
double subtract_in(bool single, double a, double b);
double multiply_in(bool single, double a, double b);
double divide_in(bool single, double a, double b);
double root_in(bool single, double a);
/* Returns a number rounded to the compute format. */
double round_in(bool single, double a);

#endif
