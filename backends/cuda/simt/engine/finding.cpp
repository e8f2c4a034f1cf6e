// finding.cpp - the first error of a launch.
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>

#include "module.h"

namespace simt
{

namespace
{

simt_finding *current;

void note(const Thread *thread, const char *what, va_list values)
{
    current->is_set = 1;
    vsnprintf(current->what, sizeof current->what, what, values);
    const uint3 place = thread->block, own = thread->thread;
    const uint32_t both[2][3] = {{place.x, place.y, place.z}, {own.x, own.y, own.z}};
    for (int axis = 0; axis < 3; axis++) {
        current->block[axis] = both[0][axis];
        current->thread[axis] = both[1][axis];
    }
}

} // namespace

void finding_begin(simt_finding *finding)
{
    current = finding;
    current->is_set = 0;
    current->file[0] = 0;
    current->line = 0;
    current->code = 0;
}

bool found() { return current->is_set; }

void find_at(const Thread *thread, const char *file, int line, const char *what, ...)
{
    if (found())
        return;
    va_list values;
    va_start(values, what);
    note(thread, what, values);
    va_end(values);
    snprintf(current->file, sizeof current->file, "%s", file);
    current->line = line;
}

void find_in(const void *code, const char *what, ...)
{
    if (found())
        return;
    va_list values;
    va_start(values, what);
    note(running(), what, values);
    va_end(values);
    current->code = module_offset(code);
}

} // namespace simt
