/* call.c - the extension module samebits.backends.c._call: a call on NumPy arrays, without ctypes.
 *
 * It takes the usual case alone. Whatever is unusual or wrong is declined by returning False, with
 * nothing written and no error set; session.py then goes its own way, which takes all cases and
 * words all errors. Addresses, shapes and strides are those of the buffer protocol. The format is
 * asked of the dtype, which must be the very object of the wanted format: a buffer's own
 * description is made anew for each call, and there is none of the types of ml_dtypes.
 *
 * The stable ABI of Python 3.11, so that one file serves every later version.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "samebits.h"
#include "source_digest.h"

_Static_assert(sizeof(Py_ssize_t) == sizeof(int64_t), "a 64-bit Python is needed");

enum {
    MOST_OPERANDS = 8,
    LARGE = 4096 /* bytes of an operand from which on other threads may run Python meanwhile */
};

static const char *const capsule_name = "samebits.backends.c._call.prepared";

typedef int32_t run_function(const sb_call *call, const sb_array *inputs, const sb_array *outputs,
                             char *message, size_t message_size);

/* A call, and what its operands must be. Call and library belong to
 * session.py, which keeps them. */
typedef struct prepared {
    run_function *run;
    const sb_call *call;
    PyTypeObject *array_type; /* numpy.ndarray; its subclasses may mean anything */
    PyObject *attribute;      /* "dtype" */
    int inputs, operands;
    int32_t formats[MOST_OPERANDS];
    PyObject *dtypes[MOST_OPERANDS];
} prepared;

static void discard(prepared *p)
{
    Py_XDECREF((PyObject *)p->array_type);
    Py_XDECREF(p->attribute);
    for (int i = 0; i < p->operands; i++) Py_XDECREF(p->dtypes[i]);
    PyMem_Free(p);
}

static void discard_capsule(PyObject *capsule)
{
    discard(PyCapsule_GetPointer(capsule, capsule_name));
}

/* Enter the operands' formats and dtypes; false with an error set. */
static int enter_operands(prepared *p, PyObject *formats, PyObject *dtypes)
{
    for (; p->operands < PyTuple_Size(formats); p->operands++) {
        PyObject *format = PyTuple_GetItem(formats, p->operands);
        PyObject *dtype = PyTuple_GetItem(dtypes, p->operands);
        if (format == NULL || dtype == NULL)
            return 0;
        p->formats[p->operands] = (int32_t)PyLong_AsLong(format);
        if (PyErr_Occurred())
            return 0;
        Py_INCREF(dtype);
        p->dtypes[p->operands] = dtype;
    }
    return 1;
}

/* How many items a list or a tuple has; -1 for any other object. */
static Py_ssize_t length_of(PyObject *sequence)
{
    if (PyList_CheckExact(sequence))
        return PyList_Size(sequence);
    return PyTuple_CheckExact(sequence) ? PyTuple_Size(sequence) : -1;
}

/* A new reference to an item, or NULL, perhaps with an error set. */
static PyObject *item_of(PyObject *sequence, Py_ssize_t index)
{
    PyObject *item = PyList_CheckExact(sequence) ? PyList_GetItem(sequence, index)
                                                 : PyTuple_GetItem(sequence, index);
    Py_XINCREF(item);
    return item;
}

/* Take the buffer of operand `index`, if it is an array of the wanted dtype; else false, perhaps
 * with an error set. */
static int take(const prepared *p, int index, PyObject *x, Py_buffer *buffer)
{
    if (!Py_IS_TYPE(x, p->array_type))
        return 0;
    PyObject *dtype = PyObject_GetAttr(x, p->attribute);
    Py_XDECREF(dtype); /* compared alone: the wanted one lives */
    if (dtype != p->dtypes[index])
        return 0;
    if (PyObject_GetBuffer(x, buffer, index < p->inputs ? PyBUF_STRIDED_RO : PyBUF_STRIDED) != 0)
        return 0;
    if (buffer->ndim <= SB_MAX_RANK)
        return 1;
    PyBuffer_Release(buffer);
    return 0;
}

/* Of a prepared call, on (inputs, outputs): whether it was computed. */
static PyObject *run_prepared(PyObject *capsule, PyObject *const *arguments, Py_ssize_t count)
{
    const prepared *p = PyCapsule_GetPointer(capsule, capsule_name);
    if (p == NULL)
        return NULL;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "inputs and outputs are wanted");
        return NULL;
    }
    if (length_of(arguments[0]) != p->inputs || length_of(arguments[1]) != p->operands - p->inputs)
        Py_RETURN_FALSE;

    Py_buffer buffers[MOST_OPERANDS];
    sb_array arrays[MOST_OPERANDS];
    int taken = 0, fits = 1, large = 0;
    while (fits && taken < p->operands) {
        PyObject *x = taken < p->inputs ? item_of(arguments[0], taken)
                                        : item_of(arguments[1], taken - p->inputs);
        Py_buffer *buffer = &buffers[taken];
        fits = x != NULL && take(p, taken, x, buffer);
        Py_XDECREF(x);
        if (fits) {
            arrays[taken] =
                (sb_array){buffer->buf, (const int64_t *)buffer->shape,
                           (const int64_t *)buffer->strides, buffer->ndim, p->formats[taken]};
            large |= buffer->len >= LARGE;
            taken++;
        }
    }
    int32_t status = SB_FAILED;
    if (fits) {
        PyThreadState *state = large ? PyEval_SaveThread() : NULL;
        status = p->run(p->call, arrays, arrays + p->inputs, NULL, 0);
        if (state != NULL)
            PyEval_RestoreThread(state);
    } else {
        PyErr_Clear();
    }
    while (taken > 0) PyBuffer_Release(&buffers[--taken]);
    return PyBool_FromLong(status == SB_OK);
}

static PyMethodDef run_method = {"run", (PyCFunction)(void (*)(void))run_prepared, METH_FASTCALL,
                                 NULL};

/* prepare(run, call, inputs, formats, dtypes, array_type): the function above for a call, or None
 * for more operands than it takes. `run` and `call` are the addresses of sb_run and of an sb_call.
 */
static PyObject *prepare(PyObject *module, PyObject *arguments)
{
    unsigned long long run, call;
    int inputs;
    PyObject *formats, *dtypes, *type, *capsule = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "KKiO!O!O!", &run, &call, &inputs, &PyTuple_Type, &formats,
                          &PyTuple_Type, &dtypes, &PyType_Type, &type))
        return NULL;
    if (PyTuple_Size(formats) > MOST_OPERANDS)
        Py_RETURN_NONE;
    prepared *p = PyMem_Calloc(1, sizeof *p);
    if (p == NULL)
        return PyErr_NoMemory();
    p->run = (run_function *)(uintptr_t)run;
    p->call = (const sb_call *)(uintptr_t)call;
    p->inputs = inputs;
    Py_INCREF(type);
    p->array_type = (PyTypeObject *)type;
    p->attribute = PyUnicode_InternFromString("dtype");
    if (p->attribute != NULL && enter_operands(p, formats, dtypes))
        capsule = PyCapsule_New(p, capsule_name, discard_capsule);
    if (capsule == NULL) {
        discard(p);
        return NULL;
    }
    PyObject *function = PyCFunction_NewEx(&run_method, capsule, NULL);
    Py_DECREF(capsule);
    return function;
}

static PyMethodDef methods[] = {
    {"prepare", prepare, METH_VARARGS, NULL},
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
