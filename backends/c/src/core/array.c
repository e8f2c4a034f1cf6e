/* array.c - properties of formats, arrays and attributes, for kernels. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel.h"

static const uint8_t format_sizes[SB_FORMAT_COUNT] = {
    [SB_F64] = 8,    [SB_F32] = 4, [SB_F16] = 2,  [SB_BF16] = 2, [SB_F8E4M3FN] = 1,
    [SB_F8E5M2] = 1, [SB_I64] = 8, [SB_I32] = 4,  [SB_I16] = 2,  [SB_I8] = 1,
    [SB_U32] = 4,    [SB_U8] = 1,  [SB_BOOL] = 1,
};

size_t sb_format_size(int32_t format) { return format_sizes[format]; }

const char *sb_shape_text(const sb_array *array, char text[SB_SHAPE_TEXT])
{
    size_t used = 0;
    text[used++] = '(';
    for (int i = 0; i < array->rank; i++)
        used += (size_t)snprintf(text + used, SB_SHAPE_TEXT - used, i > 0 ? ", %lld" : "%lld",
                                 (long long)array->shape[i]);
    text[used++] = ')';
    text[used] = '\0';
    return text;
}

int64_t sb_element_count(const sb_array *array)
{
    int64_t count = 1;
    for (int i = 0; i < array->rank; i++)
        if (array->shape[i] == 0)
            return 0; /* an empty array, even if the product of the other sizes would overflow */
    for (int i = 0; i < array->rank; i++) count *= array->shape[i];
    return count;
}

const sb_attribute *sb_attribute_find(const sb_context *context, const char *name)
{
    for (int i = 0; i < context->call->attribute_count; i++)
        if (strcmp(context->call->attributes[i].name, name) == 0)
            return &context->call->attributes[i];
    return NULL;
}

/* Return the default of a parameter, from the kernel's own table. */
static double otherwise(const sb_context *context, const char *name)
{
    for (const sb_parameter *p = context->kernel->parameters; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return p->otherwise;
    return 0.0;
}

bool sb_attribute_flag(const sb_context *context, const char *name)
{
    const sb_attribute *found = sb_attribute_find(context, name);
    return found != NULL ? found->values[0] != 0 : otherwise(context, name) != 0.0;
}

double sb_attribute_number(const sb_context *context, const char *name)
{
    const sb_attribute *found = sb_attribute_find(context, name);
    if (found == NULL)
        return otherwise(context, name);
    return found->numbers != NULL ? found->numbers[0] : (double)found->values[0];
}

double sb_attribute_real(const sb_context *context, const char *name)
{
    return (double)(float)sb_attribute_number(context, name);
}

int sb_attribute_word(sb_context *context, const char *name, const char *const *words)
{
    const sb_attribute *found = sb_attribute_find(context, name);
    if (found == NULL)
        return 0;
    char digits[24];
    const char *given = found->text;
    if (given == NULL) {
        snprintf(digits, sizeof digits, "%lld", (long long)found->values[0]);
        given = digits;
    }
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], given) == 0)
            return i;
    sb_fail(context, SB_INVALID, "%s: the attribute %s cannot be %s", context->call->op, name,
            given);
    return -1;
}

sb_status sb_fail(sb_context *context, sb_status status, const char *text, ...)
{
    if (context->message != NULL && context->message_size > 0) {
        va_list arguments;
        va_start(arguments, text);
        vsnprintf(context->message, context->message_size, text, arguments);
        va_end(arguments);
        for (char *c = context->message; *c != '\0'; c++) /* the message is one line, even if names
                                                           * contain control characters */
            *c = (unsigned char)*c < ' ' ? '?' : *c;
    }
    return status;
}
