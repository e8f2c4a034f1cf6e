/* call.c - the extension module samebits.backends.c._call: calls on NumPy arrays and on tensors,
 * without ctypes.
 *
 * The module handles only the usual cases. If anything about a call is unusual or wrong, it writes
 * nothing and sets no error. The Python code then handles the call and reports all errors: a
 * function made by `prepare` returns False, and a function made by `direct` calls another function.
 *
 * It uses the stable ABI of Python 3.11, so one file works with every later version.
 */
#include "call.h"
#include "source_digest.h"

/* Store the items of a list or a tuple, as new references. Return false if the object is neither,
 * or has a different number of items. Another thread may change a list while a call runs. */
static bool gather(PyObject *sequence, Py_ssize_t wanted, PyObject **items)
{
    const bool list = PyList_CheckExact(sequence);
    if (!list && !PyTuple_CheckExact(sequence))
        return false;
    if ((list ? PyList_Size(sequence) : PyTuple_Size(sequence)) != wanted)
        return false;
    for (Py_ssize_t i = 0; i < wanted; i++) {
        items[i] = list ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i);
        Py_INCREF(items[i]);
    }
    return true;
}

/* Run a prepared call on (inputs, outputs). Return whether it was computed. */
static PyObject *run_prepared(PyObject *capsule, PyObject *const *arguments, Py_ssize_t count)
{
    prepared *p = prepared_of(capsule);
    if (p == NULL)
        return NULL;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "inputs and outputs are wanted");
        return NULL;
    }
    PyObject *operands[MOST_OPERANDS];
    int32_t status = SB_FAILED;
    int gathered = 0;
    if (gather(arguments[0], p->inputs, operands)) {
        gathered = p->inputs;
        if (gather(arguments[1], p->operands - p->inputs, operands + p->inputs)) {
            gathered = p->operands;
            status = compute(p, operands);
        }
    }
    while (gathered-- > 0) Py_DECREF(operands[gathered]);
    return PyBool_FromLong(status == SB_OK);
}

static PyMethodDef run_method = {"run", (PyCFunction)(void (*)(void))run_prepared, METH_FASTCALL,
                                 NULL};

/* Implement prepare(...) of extension.py: return run_prepared for a call. */
static PyObject *prepare(PyObject *module, PyObject *arguments)
{
    unsigned long long run, call, threads;
    int inputs;
    PyObject *formats, *dtypes, *type;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "KKKiO!O!O!", &run, &call, &threads, &inputs, &PyTuple_Type,
                          &formats, &PyTuple_Type, &dtypes, &PyType_Type, &type))
        return NULL;
    if (PyTuple_Size(formats) > MOST_OPERANDS)
        Py_RETURN_NONE;
    prepared *p = new_prepared(run, call, threads, inputs, formats, dtypes, type);
    return p == NULL ? NULL : new_function(&run_method, p);
}

static PyMethodDef methods[] = {
    {"prepare", prepare, METH_VARARGS, NULL},
    {"direct", direct, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int state_the_sources(PyObject *module)
{
    return PyModule_AddStringConstant(module, "source_digest", SB_SOURCE_DIGEST);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, state_the_sources},
    {0, NULL},
};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_call", .m_methods = methods,
                                 .m_slots = slots};

PyMODINIT_FUNC PyInit__call(void) { return PyModuleDef_Init(&definition); }
