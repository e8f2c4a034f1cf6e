// hooks.cpp - the functions that a unit of the checking build calls.
//
// With -fsanitize=thread, gcc calls one before each memory access. With -fsanitize=alignment,
// bounds and so on, gcc calls one before an undefined operation. The compiler's own libraries are
// not used, because they do not know blocks and warps.
#include <string.h>

#include "finding.h"
#include "shadow.h"

#define CALLER (simt::Site{static_cast<char *>(__builtin_return_address(0)) - 1, nullptr, 0})

namespace
{

inline void check(const void *at, size_t size, simt::Use use, simt::Site site)
{
    if (size && simt::checking() && simt_current)
        simt::access(at, size, use, site);
}

// The source position of an undefined operation, in gcc's layout.
struct Place {
    const char *file;
    uint32_t line, column;
};

void find_undefined(const Place *place, const char *what)
{
    if (!simt_current)
        return;
    simt::find_at(simt::running(), place->file, (int)place->line, "%s", what);
    simt::abandon_block();
}

} // namespace

#define ACCESS(name, size, use)                                                                    \
    extern "C" void __tsan_##name(void *at);                                                       \
    extern "C" void __tsan_##name(void *at) { check(at, size, simt::use, CALLER); }
#define ACCESSES(size)                                                                             \
    ACCESS(read##size, size, READ)                                                                 \
    ACCESS(write##size, size, WRITE)                                                               \
    ACCESS(unaligned_read##size, size, READ)                                                       \
    ACCESS(unaligned_write##size, size, WRITE)                                                     \
    ACCESS(volatile_read##size, size, READ)                                                        \
    ACCESS(volatile_write##size, size, WRITE)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

extern "C" void __tsan_read_range(void *at, size_t size) { check(at, size, simt::READ, CALLER); }

extern "C" void __tsan_write_range(void *at, size_t size) { check(at, size, simt::WRITE, CALLER); }

extern "C" void __tsan_func_entry(void *) {}
extern "C" void __tsan_func_exit(void) {}
extern "C" void __tsan_init(void) {}

extern "C" void *simt_memcpy(void *to, const void *from, size_t size)
{
    check(from, size, simt::READ, CALLER);
    check(to, size, simt::WRITE, CALLER);
    return memcpy(to, from, size);
}

extern "C" void *simt_memmove(void *to, const void *from, size_t size)
{
    check(from, size, simt::READ, CALLER);
    check(to, size, simt::WRITE, CALLER);
    return memmove(to, from, size);
}

extern "C" void *simt_memset(void *to, int byte, size_t size)
{
    check(to, size, simt::WRITE, CALLER);
    return memset(to, byte, size);
}

#define UNDEFINED(name, what)                                                                      \
    extern "C" void __ubsan_handle_##name(Place *place, void *, void *);                           \
    extern "C" void __ubsan_handle_##name(Place *place, void *, void *)                            \
    {                                                                                              \
        find_undefined(place, what);                                                               \
    }
UNDEFINED(out_of_bounds, "out of bounds: index beyond the array")
UNDEFINED(add_overflow, "signed overflow in an addition")
UNDEFINED(sub_overflow, "signed overflow in a subtraction")
UNDEFINED(mul_overflow, "signed overflow in a product")
UNDEFINED(negate_overflow, "signed overflow in a negation")
UNDEFINED(shift_out_of_bounds, "shift by a negative number or by the width or more")
UNDEFINED(divrem_overflow, "division by zero, or of the least number by -1")
UNDEFINED(type_mismatch_v1, "misaligned: access at an address that its type does not allow")
