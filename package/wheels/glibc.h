/* Select versions of glibc's symbols that exist in glibc 2.28, for the libraries of wheels.

   A linker uses the newest version of a symbol on the build machine. Each function below has got a
   newer version since glibc 2.28. wheels/build.py includes this header in every file that it
   compiles. If auditwheel reports a further symbol as too recent, add it here. */
#ifndef SB_WHEELS_GLIBC_H
#define SB_WHEELS_GLIBC_H

#if defined(__x86_64__)
#define SB_FIRST_VERSION "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define SB_FIRST_VERSION "GLIBC_2.17"
#else
#error "no wheels are built for this machine"
#endif
#define SB_OLD(name) __asm__(".symver " #name "," #name "@" SB_FIRST_VERSION);

/* Since glibc 2.29, these functions do not set errno through a wrapper. The bits are the same. */
SB_OLD(exp) SB_OLD(exp2) SB_OLD(log) SB_OLD(log2) SB_OLD(pow)

/* In glibc 2.32 and 2.34, these functions were moved from libpthread to libc. */
SB_OLD(pthread_create) SB_OLD(pthread_detach) SB_OLD(pthread_getspecific)
SB_OLD(pthread_key_create) SB_OLD(pthread_mutex_trylock) SB_OLD(pthread_once)
SB_OLD(pthread_setspecific) SB_OLD(pthread_sigmask)

#endif
