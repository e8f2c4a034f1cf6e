/* prepared.c - construction and destruction of a prepared call. */
#include "call.h"

static const char *const capsule_name = "samebits.backends.c._call.prepared";

void discard(prepared *p)
{
    Py_XDECREF((PyObject *)p->array_type);
    Py_XDECREF(p->dtype);
    Py_XDECREF(p->is_neg);
    for (int i = 0; i < p->operands; i++) Py_XDECREF(p->dtypes[i]);
    for (int i = 0; i < p->types; i++) {
        Py_XDECREF(p->tensor_types[i].type);
        Py_XDECREF(p->tensor_types[i].capsule);
    }
    Py_XDECREF(p->otherwise);
    Py_XDECREF(p->exchange_of);
    Py_XDECREF(p->owner);
    PyMem_Free(p);
}

static void discard_capsule(PyObject *capsule)
{
    discard(PyCapsule_GetPointer(capsule, capsule_name));
}

prepared *prepared_of(PyObject *capsule) { return PyCapsule_GetPointer(capsule, capsule_name); }

/* Store the operands' formats and dtypes. Return false with an error set if that fails. */
static bool enter_operands(prepared *p, PyObject *formats, PyObject *dtypes)
{
    for (; p->operands < PyTuple_Size(formats); p->operands++) {
        PyObject *format = PyTuple_GetItem(formats, p->operands);
        PyObject *dtype = PyTuple_GetItem(dtypes, p->operands);
        if (format == NULL || dtype == NULL)
            return false;
        p->formats[p->operands] = (int32_t)PyLong_AsLong(format);
        if (PyErr_Occurred())
            return false;
        Py_INCREF(dtype);
        p->dtypes[p->operands] = dtype;
    }
    return true;
}

prepared *new_prepared(uint64_t run, uint64_t call, uint64_t threads, int inputs, PyObject *formats,
                       PyObject *dtypes, PyObject *array_type)
{
    prepared *p = PyMem_Calloc(1, sizeof *p);
    if (p == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    p->run = (run_function *)(uintptr_t)run;
    p->call = (const sb_call *)(uintptr_t)call;
    p->threads = (const int32_t *)(uintptr_t)threads;
    p->inputs = inputs;
    Py_INCREF(array_type);
    p->array_type = (PyTypeObject *)array_type;
    p->dtype = PyUnicode_InternFromString("dtype");
    p->is_neg = PyUnicode_InternFromString("is_neg");
    if (p->dtype != NULL && p->is_neg != NULL && enter_operands(p, formats, dtypes))
        return p;
    discard(p);
    return NULL;
}

PyObject *new_function(PyMethodDef *method, prepared *p)
{
    PyObject *capsule = PyCapsule_New(p, capsule_name, discard_capsule);
    if (capsule == NULL) {
        discard(p);
        return NULL;
    }
    PyObject *function = PyCFunction_NewEx(method, capsule, NULL);
    Py_DECREF(capsule);
    return function;
}
