/* pow, cos and exp of the C library, each result moved to the next number up: preloaded by a test.
   Whatever has other bits with it has taken them from the machine. The step keeps errno: nextafter
   sets it where the result is subnormal, and Python takes that for an overflow of pow. */

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
