/* operands.c - conversion of the operands of a call to the arrays of sb_run, and the call itself.
 *
 * Addresses, shapes and strides of arrays come from the buffer protocol. The format comes from the
 * dtype, which must be the same object as the dtype of the expected format. The buffer's own
 * description of its format is not used: it is created anew for each call, and the types of
 * ml_dtypes have none.
 */
#include "call.h"

enum {
    LARGE = 4096 /* from this size in bytes, other threads may run Python */
};

/* Get the buffer of an array of the expected dtype. Return false otherwise, perhaps with an error
 * set. */
static bool take_array(const prepared *p, int index, PyObject *x, Py_buffer *buffer,
                       sb_array *array)
{
    PyObject *dtype = PyObject_GetAttr(x, p->dtype);
    Py_XDECREF(dtype); /* only the pointers are compared: the expected dtype is alive */
    if (dtype != p->dtypes[index])
        return false;
    if (PyObject_GetBuffer(x, buffer, index < p->inputs ? PyBUF_STRIDED_RO : PyBUF_STRIDED) != 0) {
        buffer->obj = NULL;
        return false;
    }
    *array = (sb_array){buffer->buf, (const int64_t *)buffer->shape,
                        (const int64_t *)buffer->strides, buffer->ndim, p->formats[index]};
    return buffer->ndim <= SB_MAX_RANK;
}

/* Give an input the shape of an output, with stride 0 on axes where the input has one element and
 * the output has several. Return false if the shapes do not fit. `own` may already contain the
 * input's dimensions. */
static bool broadcast(sb_array *x, const sb_array *output, dimensions *own)
{
    const int before = output->rank - x->rank;
    if (before < 0)
        return false;
    for (int i = output->rank - 1; i >= 0; i--) { /* from the last axis, since dimensions may move
                                                   * in place */
        const int64_t wanted = output->shape[i], size = i < before ? 1 : x->shape[i - before];
        if (size != wanted && size != 1)
            return false;
        own->strides[i] = i < before || size != wanted ? 0 : x->strides[i - before];
        own->shape[i] = wanted;
    }
    x->shape = own->shape;
    x->strides = own->strides;
    x->rank = output->rank;
    return true;
}

static bool same_shape(const sb_array *a, const sb_array *b)
{
    bool same = a->rank == b->rank;
    for (int i = 0; same && i < a->rank; i++) same = a->shape[i] == b->shape[i];
    return same;
}

static bool broadcast_all(const prepared *p, sb_array *arrays, operand *held)
{
    const sb_array *output = &arrays[p->inputs];
    for (int i = 0; i < p->inputs; i++)
        if (!same_shape(&arrays[i], output) && !broadcast(&arrays[i], output, &held[i].own))
            return false;
    return true;
}

static bool is_large(const sb_array *array)
{
    int64_t bytes = size_of(array->format);
    for (int i = 0; i < array->rank; i++) {
        if (array->shape[i] == 0)
            return false;
        if (bytes < LARGE) /* bytes never exceeds LARGE, so the product cannot overflow */
            bytes = array->shape[i] < LARGE ? bytes * array->shape[i] : LARGE;
    }
    return bytes >= LARGE;
}

/* Call sb_run with the session's number of threads. Other Python threads may run during a large
 * call.
 */
static int32_t run(const prepared *p, const sb_array *arrays)
{
    sb_call call = *p->call;
    call.threads = *p->threads;
    bool large = false;
    for (int i = 0; !large && i < p->operands; i++) large = is_large(&arrays[i]);
    PyThreadState *state = large ? PyEval_SaveThread() : NULL;
    const int32_t status = p->run(&call, arrays, arrays + p->inputs, NULL, 0);
    if (state != NULL)
        PyEval_RestoreThread(state);
    return status;
}

int32_t compute(prepared *p, PyObject *const *operands)
{
    operand held[MOST_OPERANDS];
    sb_array arrays[MOST_OPERANDS];
    int taken = 0;
    bool fits = true;
    for (; fits && taken < p->operands; taken++) {
        PyObject *x = operands[taken];
        held[taken].buffer.obj = NULL;
        fits = Py_IS_TYPE(x, p->array_type)
                   ? take_array(p, taken, x, &held[taken].buffer, &arrays[taken])
                   : take_tensor(p, taken, x, &held[taken].own, &arrays[taken]);
    }
    int32_t status = SB_FAILED;
    if (fits && (!p->broadcasts || broadcast_all(p, arrays, held)))
        status = run(p, arrays);
    else
        PyErr_Clear();
    while (taken-- > 0)
        if (held[taken].buffer.obj != NULL)
            PyBuffer_Release(&held[taken].buffer);
    return status;
}
