/* tensor.c - tensors as operands, read by the functions that their type exports under the name
 * __dlpack_c_exchange_api__ (DLPack 1.3; PyTorch has it from 2.10 on).
 *
 * One call fills in address, device, type, shape and strides of a tensor without making an object.
 * The structures here have the layout that DLPack fixes for all versions 1.x.
 */
#include "call.h"

typedef struct dl_tensor {
    char *data;
    int32_t device_type, device;
    int32_t rank;
    uint8_t code, bits; /* type code, and bits of an element */
    uint16_t lanes;
    const int64_t *shape, *strides; /* owned by the tensor; strides in elements */
    uint64_t byte_offset;
} dl_tensor;

typedef struct dl_exchange {
    uint32_t major, minor;
    void *older;
    void *managed[3]; /* functions that make objects; not used here */
    int (*describe)(void *object, dl_tensor *out);
    void *stream;
} dl_exchange;

enum { DL_CPU = 1 };
enum { DL_INT, DL_UINT, DL_FLOAT, DL_BFLOAT = 4, DL_BOOL = 6, DL_E4M3FN = 10, DL_E5M2 = 12 };

static const uint8_t kinds[SB_FORMAT_COUNT][2] = {
    [SB_F64] = {DL_FLOAT, 64},      [SB_F32] = {DL_FLOAT, 32},  [SB_F16] = {DL_FLOAT, 16},
    [SB_BF16] = {DL_BFLOAT, 16},    [SB_F8E5M2] = {DL_E5M2, 8}, [SB_I64] = {DL_INT, 64},
    [SB_F8E4M3FN] = {DL_E4M3FN, 8}, [SB_I32] = {DL_INT, 32},    [SB_I16] = {DL_INT, 16},
    [SB_I8] = {DL_INT, 8},          [SB_U32] = {DL_UINT, 32},   [SB_U8] = {DL_UINT, 8},
    [SB_BOOL] = {DL_BOOL, 8},
};

int64_t size_of(int32_t format) { return kinds[format][1] / 8; }

/* Get the functions of a type from Python, once per type. Return NULL, perhaps with an error set,
 * if it exports none. `exchange_of` may let other threads run, but the entry is stored without
 * interruption. */
static const dl_exchange *learn(prepared *p, PyObject *type)
{
    PyObject *capsule = PyObject_CallFunctionObjArgs(p->exchange_of, type, NULL);
    if (capsule == NULL)
        return NULL;
    const dl_exchange *exchange = NULL;
    if (capsule != Py_None)
        exchange = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
    if (exchange != NULL && (exchange->major != 1 || exchange->describe == NULL))
        exchange = NULL;
    if (PyErr_Occurred() || p->types == MOST_TYPES) { /* the table is full: calls with further types
                                                       * go through Python */
        Py_DECREF(capsule);
        return NULL;
    }
    Py_INCREF(type);
    p->tensor_types[p->types++] = (tensor_type){type, capsule, exchange};
    return exchange;
}

static const dl_exchange *exchange_of(prepared *p, PyObject *x)
{
    PyObject *type = (PyObject *)Py_TYPE(x);
    for (int i = 0; i < p->types; i++)
        if (p->tensor_types[i].type == type)
            return p->tensor_types[i].exchange;
    return p->types < MOST_TYPES ? learn(p, type) : NULL;
}

/* Return whether the elements are the negated values in memory, as in z.conj().imag. Also return
 * true, with an error set, if this cannot be found out. */
static bool is_negated(const prepared *p, PyObject *x)
{
    PyObject *answer = PyObject_CallMethodObjArgs(x, p->is_neg, NULL);
    Py_XDECREF(answer); /* True and False are never freed */
    return answer != Py_False;
}

bool take_tensor(prepared *p, int index, PyObject *x, dimensions *own, sb_array *array)
{
    if (p->exchange_of == NULL)
        return false;
    const dl_exchange *exchange = exchange_of(p, x);
    dl_tensor t;
    if (exchange == NULL || exchange->describe(x, &t) != 0)
        return false;
    const uint8_t *kind = kinds[p->formats[index]];
    if (t.code != kind[0] || t.bits != kind[1] || t.lanes != 1 || t.device_type != DL_CPU)
        return false;
    if (t.rank > SB_MAX_RANK || (t.strides == NULL && t.rank > 0) || is_negated(p, x))
        return false;
    for (int i = 0; i < t.rank; i++) { /* copied, since another thread may change the shape of the
                                        * tensor */
        own->shape[i] = t.shape[i];
        own->strides[i] = t.strides[i] * (t.bits / 8);
    }
    *array =
        (sb_array){t.data + t.byte_offset, own->shape, own->strides, t.rank, p->formats[index]};
    return true;
}
