/* direct.c - a prepared call as a function with one argument for each operand: inputs, then
 * outputs.
 *
 * It computes the usual cases. All other cases go to `otherwise`, a Python function with the same
 * meaning (backends/prepared.py), which handles all cases and reports all errors.
 */
#include "call.h"

static PyObject *call_otherwise(const prepared *p, PyObject *const *operands, Py_ssize_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; tuple != NULL && i < count; i++) {
        Py_INCREF(operands[i]);
        PyTuple_SetItem(tuple, i, operands[i]);
    }
    PyObject *result = tuple == NULL ? NULL : PyObject_CallObject(p->otherwise, tuple);
    Py_XDECREF(tuple);
    return result;
}

static PyObject *run_directly(PyObject *capsule, PyObject *const *operands, Py_ssize_t count)
{
    prepared *p = prepared_of(capsule);
    if (p == NULL)
        return NULL;
    if (count == p->operands && compute(p, operands) == SB_OK)
        Py_RETURN_NONE;
    return call_otherwise(p, operands, count);
}

static PyMethodDef method = {"prepared_call", (PyCFunction)(void (*)(void))run_directly,
                             METH_FASTCALL, NULL};

PyObject *direct(PyObject *module, PyObject *arguments)
{
    unsigned long long run, call, threads;
    int inputs, broadcasts;
    PyObject *formats, *dtypes, *type, *owner, *otherwise, *exchange_of;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "KKKiO!O!O!pOOO", &run, &call, &threads, &inputs,
                          &PyTuple_Type, &formats, &PyTuple_Type, &dtypes, &PyType_Type, &type,
                          &broadcasts, &exchange_of, &otherwise, &owner))
        return NULL;
    if (PyTuple_Size(formats) > MOST_OPERANDS)
        Py_RETURN_NONE;
    prepared *p = new_prepared(run, call, threads, inputs, formats, dtypes, type);
    if (p == NULL)
        return NULL;
    p->broadcasts = broadcasts != 0;
    Py_INCREF(exchange_of);
    Py_INCREF(otherwise);
    Py_INCREF(owner);
    p->exchange_of = exchange_of;
    p->otherwise = otherwise;
    p->owner = owner;
    return new_function(&method, p);
}
