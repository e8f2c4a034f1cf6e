/* Every op that this program does: its signatures, attributes and function (SPEC-OPS.md). */
#ifndef DECLARED_H
#define DECLARED_H

#include "call.h"

typedef struct {
    int inputs, outputs; /* numbers of formats; above those that fit below they are only counted */
    Format input[MAX_OPERANDS], output[MAX_RESULTS]; /* FORMATS: a name that is no format */
} Signature;

typedef struct {
    const char *name;
    int version;
    bool (*accepts)(const Signature *signature);
    const char *attributes; /* their names, each with a blank after it */
    void (*run)(Call *call, int which);
    int which;
} Op;

/* NULL where this program does not do the op. */
const Op *op_named(const char *name);

#endif
