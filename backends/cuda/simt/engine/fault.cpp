// fault.cpp - faults that end a launch instead of the process.
//
// They are an address without memory, and an integer division by zero. The handler runs on its own
// stack, because the stack of the kernel may be full. It continues in the scheduler. Faults of
// other threads go to the previous handlers.
#include "fault.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

#include "fiber.h"
#include "finding.h"

namespace simt
{

namespace
{

const int SIGNALS[] = {SIGSEGV, SIGBUS, SIGFPE};
enum { COUNT = 3, STACK = 64 * 1024 };

struct sigaction before[COUNT];
stack_t stack_before;
char *stack;
pthread_t launching;

const void *code_of(const void *context)
{
    const ucontext_t *places = static_cast<const ucontext_t *>(context);
#if defined(__x86_64__)
    return reinterpret_cast<const void *>(places->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<const void *>(places->uc_mcontext.pc);
#else
    (void)places;
    return nullptr;
#endif
}

void handle(int signal, siginfo_t *what, void *context)
{
    if (!simt_current || !pthread_equal(pthread_self(), launching)) {
        for (int i = 0; i < COUNT; i++)
            if (SIGNALS[i] == signal)
                sigaction(signal, &before[i], nullptr);
        return; // the instruction is repeated, and this time the previous handler gets the fault
    }
    const char *at = static_cast<const char *>(what->si_addr), *lowest = running()->fiber->lowest;
    const long page = sysconf(_SC_PAGESIZE);
    if (signal == SIGFPE)
        find_in(code_of(context), "integer division by zero, or of the least number by -1");
    else if (at < lowest && lowest - at <= page)
        find_in(code_of(context), "more than 512 KiB of local memory");
    else if (!at) // or an invalid address, which the processor does not report
        find_in(code_of(context), "out of bounds: there is no memory at such an address");
    else
        find_in(code_of(context), "out of bounds: there is no memory at %p",
                static_cast<const void *>(at));
    abandon_block();
}

} // namespace

void faults_catch()
{
    launching = pthread_self();
    if (!stack)
        stack = static_cast<char *>(malloc(STACK));
    stack_t own = {};
    own.ss_sp = stack;
    own.ss_size = STACK;
    sigaltstack(stack ? &own : nullptr, &stack_before);
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < COUNT; i++) sigaction(SIGNALS[i], &action, &before[i]);
}

void faults_release()
{
    for (int i = 0; i < COUNT; i++) sigaction(SIGNALS[i], &before[i], nullptr);
    sigaltstack(&stack_before, nullptr);
}

} // namespace simt
