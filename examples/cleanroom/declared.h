/* Every op of this program: its signatures, attributes and function (SPEC-OPS.md). */
#ifndef DECLARED_H
#define DECLARED_H

#include "call.h"

typedef struct {
    int inputs, outputs; /* counts of formats; not all are stored if there are too many */
    Format input[MAX_OPERANDS], output[MAX_RESULTS]; /* FORMATS: an unknown format */
} Signature;

typedef struct {
    const char *name;
    int version;
    bool (*accepts)(const Signature *signature);
    const char *attributes; /* their names, each followed by a blank */
    void (*run)(Call *call, int which);
    int which;
} Op;

/* Returns NULL if this program lacks the op. */
const Op *op_named(const char *name);

#endif
