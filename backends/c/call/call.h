/* call.h - declarations shared by the files of the extension module: a prepared call and its
 * operands. */
#ifndef SB_CALL_H
#define SB_CALL_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "samebits.h"

_Static_assert(sizeof(Py_ssize_t) == sizeof(int64_t), "a 64-bit Python is needed");

enum { MOST_OPERANDS = 16, MOST_TYPES = 4 };

typedef int32_t run_function(const sb_call *call, const sb_array *inputs, const sb_array *outputs,
                             char *message, size_t message_size);

/* A type of tensors, and the functions that describe its objects (tensor.c). `exchange` is NULL if
 * the type has no such functions. */
typedef struct tensor_type {
    PyObject *type;
    PyObject *capsule; /* keeps the functions alive */
    const struct dl_exchange *exchange;
} tensor_type;

/* A call, and the required properties of its operands. The call, the library and the number of
 * threads belong to `owner`, which keeps them alive, or to session.py. */
typedef struct prepared {
    run_function *run;
    const sb_call *call;
    const int32_t *threads;   /* the session's setting, read at each call */
    PyTypeObject *array_type; /* numpy.ndarray; operations of its subclasses may differ */
    PyObject *dtype, *is_neg; /* names of attributes, as Python strings */
    int inputs, operands;
    int32_t formats[MOST_OPERANDS];
    PyObject *dtypes[MOST_OPERANDS];
    /* Used only by calls that take operands one by one (direct.c), else null. */
    PyObject *owner, *otherwise, *exchange_of;
    bool broadcasts;
    int types;
    tensor_type tensor_types[MOST_TYPES];
} prepared;

/* The sizes and strides of an operand, if they differ from the buffer's. */
typedef struct dimensions {
    int64_t shape[SB_MAX_RANK], strides[SB_MAX_RANK];
} dimensions;

/* The resources that an operand holds while a call runs. If `buf` is null, it holds nothing. */
typedef struct operand {
    Py_buffer buffer;
    dimensions own;
} operand;

/* Compute the call. `operands` are the inputs, then the outputs. Return the status of sb_run, or
 * SB_FAILED with no error set if an operand is unusual or wrong (operands.c). */
int32_t compute(prepared *p, PyObject *const *operands);

/* Describe an object that is not an array as operand `index`. Return false, perhaps with an error
 * set, if it is not a tensor in CPU memory with the expected format (tensor.c). */
bool take_tensor(prepared *p, int index, PyObject *x, dimensions *own, sb_array *array);

/* Return the number of bytes of an element (tensor.c). */
int64_t size_of(int32_t format);

/* Return a new prepared call, or NULL with an error set. `formats` and `dtypes` are tuples. */
prepared *new_prepared(uint64_t run, uint64_t call, uint64_t threads, int inputs, PyObject *formats,
                       PyObject *dtypes, PyObject *array_type);
void discard(prepared *p);

/* Return a Python function that runs a prepared call and owns it, or NULL with an error set. */
PyObject *new_function(PyMethodDef *method, prepared *p);
prepared *prepared_of(PyObject *capsule);

/* Implement direct(...) of extension.py: return a function with one argument for each operand. */
PyObject *direct(PyObject *module, PyObject *arguments);

#endif
