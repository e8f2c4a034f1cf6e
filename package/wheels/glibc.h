/* Versions of glibc's symbols that glibc 2.28 has, for the libraries of wheels.

   A linker takes the newest version of a symbol that the build machine has. Each function below got a
   newer version after 2.28. wheels/build.py includes this header in every file that it compiles; where
   auditwheel names another symbol as too recent, add it here. */
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

/* In glibc 2.29 these stopped setting errno through a wrapper; the bits are equal. */
SB_OLD(exp) SB_OLD(exp2) SB_OLD(log) SB_OLD(log2) SB_OLD(pow)

/* In glibc 2.32 and 2.34 these moved from libpthread to libc. */
SB_OLD(pthread_create) SB_OLD(pthread_detach) SB_OLD(pthread_getspecific)
SB_OLD(pthread_key_create) SB_OLD(pthread_mutex_trylock) SB_OLD(pthread_once)
SB_OLD(pthread_setspecific) SB_OLD(pthread_sigmask)

#endif
