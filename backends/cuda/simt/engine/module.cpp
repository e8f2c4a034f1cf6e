// module.cpp - shared memory is the image of thread-local variables.
//
// Arrays with a size are in the image of the unit. Arrays `extern __shared__`, to which source.py
// gives one name, are in the image of the runtime.
#include "module.h"

#include <link.h>

extern "C" {
extern thread_local char simt_dynamic_shared[simt::DYNAMIC_SHARED];
__attribute__((aligned(1024))) thread_local char simt_dynamic_shared[simt::DYNAMIC_SHARED];

// A structure of the system's loader. Each access to a thread-local variable of a library uses it.
struct simt_local_place {
    unsigned long module, offset;
};
void *__tls_get_addr(simt_local_place *place);
}

namespace simt
{

namespace
{

const simt_module *current;

struct Search {
    uint64_t address;
    simt_module *module;
};

int look_at(dl_phdr_info *library, size_t, void *data)
{
    Search *search = static_cast<Search *>(data);
    simt_module found = {~(uint64_t)0, 0, 0, 0};
    bool holds = false;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const auto &part = library->dlpi_phdr[i];
        const uint64_t from = library->dlpi_addr + part.p_vaddr, to = from + part.p_memsz;
        if (part.p_type == PT_LOAD) {
            found.lowest = from < found.lowest ? from : found.lowest;
            found.highest = to > found.highest ? to : found.highest;
            holds |= from <= search->address && search->address < to;
        } else if (part.p_type == PT_TLS) {
            found.shared_number = library->dlpi_tls_modid;
            found.shared_size = part.p_memsz;
        }
    }
    if (holds)
        *search->module = found;
    return holds;
}

} // namespace

void module_begin(const simt_module *module) { current = module; }

char *module_shared()
{
    if (current->shared_size == 0)
        return nullptr;
    simt_local_place place = {current->shared_number, 0};
    return static_cast<char *>(__tls_get_addr(&place));
}

size_t module_shared_size() { return current->shared_size; }

bool module_holds(const void *address, size_t size)
{
    const uint64_t at = (uint64_t)address;
    return current->lowest <= at && at + size <= current->highest;
}

uint64_t module_offset(const void *code) { return (uint64_t)code - current->lowest; }

char *dynamic_shared() { return simt_dynamic_shared; }

} // namespace simt

// Describe the unit that contains `address`; return 0 if no unit contains it.
extern "C" int simt_describe_unit(uint64_t address, simt_module *module)
{
    simt::Search search = {address, module};
    return dl_iterate_phdr(simt::look_at, &search);
}
