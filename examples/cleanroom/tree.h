/* The canonical tree of clause T1, fed one leaf after the other. */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { SUM, PRODUCT } Fold;

typedef struct {
    Fold fold;
    bool single;     /* every node is rounded to binary32, otherwise to binary64 */
    int64_t leaves;  /* so far */
    double part[64]; /* bit k of `leaves` is 1: the subtree of 2^k leaves that ends there */
} Tree;

Tree new_tree(Fold fold, bool single);
void add_leaf(Tree *tree, double leaf);
/* The value over the leaves so far; more may follow. */
double tree_value(const Tree *tree);

/* One rounded operation of the compute format. A double that holds a binary32 number is exact. */
double add_in(bool single, double a, double b);
double subtract_in(bool single, double a, double b);
double multiply_in(bool single, double a, double b);
double divide_in(bool single, double a, double b);
double root_in(bool single, double a);
/* A number rounded to the compute format. */
double round_in(bool single, double a);

#endif
