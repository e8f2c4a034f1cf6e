/* api.c - the exported functions; see include/samebits.h. */
#include <float.h>
#include <string.h>

#include "check.h"
#include "environment.h"
#include "parallel.h"
#include "source_digest.h"

_Static_assert(FLT_EVAL_METHOD == 0, "float and double must be evaluated in their own formats");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "binary32 and binary64 are needed");

#if defined(__clang__)
#define SB_COMPILER "clang " __clang_version__
#else
#define SB_COMPILER "gcc " __VERSION__
#endif

int32_t sb_abi_version(void) { return SB_ABI_VERSION; }

const char *sb_fact(const char *name)
{
    static const char *const facts[][2] = {
        {"isa", SB_ISA},
        {"compiler", SB_COMPILER},
        {"flags", SB_FLAGS},
        {"source_digest", SB_SOURCE_DIGEST},
    };
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        if (name != NULL && strcmp(facts[i][0], name) == 0)
            return facts[i][1];
    return NULL;
}

int32_t sb_supports(const char *op, const int32_t *inputs, int32_t input_count,
                    const int32_t *outputs, int32_t output_count)
{
    const sb_kernel *kernel = op == NULL ? NULL : sb_kernel_find(op);
    const bool lacks_inputs = input_count < 0 || (inputs == NULL && input_count > 0);
    if (kernel == NULL || lacks_inputs || outputs == NULL || output_count < 1)
        return SB_UNSUPPORTED;
    return kernel->supports(inputs, input_count, outputs, output_count) ? SB_OK : SB_UNSUPPORTED;
}

static bool kernel_supports(const sb_kernel *kernel, const sb_call *call, const sb_array *inputs,
                            const sb_array *outputs)
{
    int32_t formats[2][64]; /* sb_check_arrays has limited the number of operands */
    for (int i = 0; i < call->input_count; i++) formats[0][i] = inputs[i].format;
    for (int i = 0; i < call->output_count; i++) formats[1][i] = outputs[i].format;
    return kernel->supports(formats[0], call->input_count, formats[1], call->output_count);
}

/* A call with at most this number of elements, over all operands, runs on one thread. A second
 * thread, or even counting the processors, would cost more than the work. */
enum { FEW_ELEMENTS = 4096 };

static bool are_few(int64_t *left, const sb_array *arrays, int count)
{
    for (int i = 0; i < count; i++) {
        const int64_t elements = sb_element_count(&arrays[i]);
        if (elements > *left)
            return false;
        *left -= elements;
    }
    return true;
}

/* Set the number of parts into which work is cut (`threads`), and the number of threads that run
 * (`at_once`). For calls with few elements both are 1. Work is cut into as many parts as the call
 * requests, even if there are fewer processors, so that a test cuts it in the same way on every
 * machine. */
static void set_threads(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_call *call = context->call;
    int64_t left = FEW_ELEMENTS;
    context->threads = context->at_once = 1;
    if (call->threads == 1)
        return;
    if (call->threads < 0) {
        context->threads = context->at_once = -call->threads;
        return;
    }
    if (are_few(&left, inputs, call->input_count) && are_few(&left, outputs, call->output_count))
        return;
    context->at_once = sb_processor_count();
    context->threads = call->threads > 0 ? call->threads : context->at_once;
    context->looks = true;
}

int32_t sb_run(const sb_call *call, const sb_array *inputs, const sb_array *outputs, char *message,
               size_t message_size)
{
    sb_context context = {.call = call, .message = message, .message_size = message_size};
    if (message != NULL && message_size > 0)
        message[0] = '\0';
    if (call == NULL || call->op == NULL)
        return sb_fail(&context, SB_INVALID, "the call or its op is a null pointer");
    const sb_kernel *kernel = sb_kernel_find(call->op);
    if (kernel == NULL)
        return sb_fail(&context, SB_UNSUPPORTED, "there is no kernel for the op %s", call->op);
    context.kernel = kernel;
    sb_status status = sb_check_call(&context);
    if (status == SB_OK)
        status = sb_check_arrays(&context, inputs, outputs);
    if (status != SB_OK)
        return status;
    if (!kernel_supports(kernel, call, inputs, outputs))
        return sb_fail(&context, SB_UNSUPPORTED, "%s: no kernel for these formats", call->op);
    status = sb_check_overlap(&context, inputs, outputs, kernel->in_place);
    if (status != SB_OK)
        return status;
    set_threads(&context, inputs, outputs);
    sb_environment saved = sb_environment_enter();
    status = kernel->run(&context, inputs, outputs);
    sb_environment_leave(saved);
    return status;
}
