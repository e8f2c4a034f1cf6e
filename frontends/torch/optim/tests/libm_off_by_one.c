/* Replaces pow, cos and exp of the C library; each result is the next number above the right one.
   A test preloads this library. A result that then changes depends on the C library of the
   machine. The step restores errno, because nextafter sets it if the result is subnormal, and
   Python would report this as an overflow of pow. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <math.h>

#define OFF_BY_ONE_1(type, name, next)                        \
    type name(type x) {                                       \
        static type (*real)(type);                            \
        if (!real) {                                          \
            *(void **)&real = dlsym(RTLD_NEXT, #name);        \
        }                                                     \
        type found = real(x);                                 \
        int told = errno;                                     \
        found = next(found, (type)INFINITY);                  \
        errno = told;                                         \
        return found;                                         \
    }

#define OFF_BY_ONE_2(type, name, next)                        \
    type name(type x, type y) {                               \
        static type (*real)(type, type);                      \
        if (!real) {                                          \
            *(void **)&real = dlsym(RTLD_NEXT, #name);        \
        }                                                     \
        type found = real(x, y);                              \
        int told = errno;                                     \
        found = next(found, (type)INFINITY);                  \
        errno = told;                                         \
        return found;                                         \
    }

OFF_BY_ONE_1(double, cos, nextafter)
OFF_BY_ONE_1(double, exp, nextafter)
OFF_BY_ONE_2(double, pow, nextafter)
OFF_BY_ONE_1(float, cosf, nextafterf)
OFF_BY_ONE_1(float, expf, nextafterf)
OFF_BY_ONE_2(float, powf, nextafterf)
