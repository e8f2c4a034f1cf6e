// switch.h - the switch of stacks, the only code that differs between processors.
//
// The registers that a called function must preserve are pushed on the current stack, and the stack
// pointer is stored. The other stack pointer is loaded, and the registers are popped from that
// stack. All fibers have the same floating-point control words. On other processors, the system's
// ucontext switches stacks, with two system calls each time.
#pragma once

#include "fiber.h"

#if !defined(SIMT_UCONTEXT) && !defined(__x86_64__) && !defined(__aarch64__)
#define SIMT_UCONTEXT 1
#endif

#if defined(SIMT_UCONTEXT)

#include <stdlib.h>
#include <ucontext.h>

namespace simt
{

inline ucontext_t *context_of(Fiber *fiber)
{
    if (!fiber->context)
        fiber->context = calloc(1, sizeof(ucontext_t));
    return static_cast<ucontext_t *>(fiber->context);
}

inline void prepare_switch(Fiber *fiber)
{
    ucontext_t *context = context_of(fiber);
    getcontext(context);
    context->uc_stack.ss_sp = fiber->lowest;
    context->uc_stack.ss_size = (size_t)(fiber->highest - fiber->lowest);
    context->uc_link = nullptr;
    makecontext(context, fiber_loop, 0);
}

inline void switch_stacks(Fiber *from, Fiber *to) { swapcontext(context_of(from), context_of(to)); }

} // namespace simt

#else

extern "C" void simt_switch(void **stack_pointer, void *other);

#if defined(__x86_64__)
__asm__(".text\n"
        ".globl simt_switch\n"
        ".hidden simt_switch\n"
        ".type simt_switch, @function\n"
        "simt_switch:\n"
        "  pushq %rbp\n"
        "  pushq %rbx\n"
        "  pushq %r12\n"
        "  pushq %r13\n"
        "  pushq %r14\n"
        "  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbx\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size simt_switch, .-simt_switch\n");
#else
__asm__(".text\n"
        ".globl simt_switch\n"
        ".hidden simt_switch\n"
        ".type simt_switch, %function\n"
        "simt_switch:\n"
        "  sub sp, sp, #160\n"
        "  stp x19, x20, [sp, #0]\n"
        "  stp x21, x22, [sp, #16]\n"
        "  stp x23, x24, [sp, #32]\n"
        "  stp x25, x26, [sp, #48]\n"
        "  stp x27, x28, [sp, #64]\n"
        "  stp x29, x30, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n"
        "  stp d10, d11, [sp, #112]\n"
        "  stp d12, d13, [sp, #128]\n"
        "  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n"
        "  str x9, [x0]\n"
        "  mov sp, x1\n"
        "  ldp x19, x20, [sp, #0]\n"
        "  ldp x21, x22, [sp, #16]\n"
        "  ldp x23, x24, [sp, #32]\n"
        "  ldp x25, x26, [sp, #48]\n"
        "  ldp x27, x28, [sp, #64]\n"
        "  ldp x29, x30, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n"
        "  ldp d10, d11, [sp, #112]\n"
        "  ldp d12, d13, [sp, #128]\n"
        "  ldp d14, d15, [sp, #144]\n"
        "  add sp, sp, #160\n"
        "  ret\n"
        ".size simt_switch, .-simt_switch\n");
#endif

namespace simt
{

// Prepare a stack as if its fiber had been left just before a call of `fiber_loop`.
inline void prepare_switch(Fiber *fiber)
{
    void **top = reinterpret_cast<void **>(fiber->highest);
#if defined(__x86_64__)
    enum { PLACES = 8, RETURN = 6 }; // six registers, the return address, a slot for a call
#else
    enum { PLACES = 20, RETURN = 11 };
#endif
    void **frame = top - PLACES;
    for (int i = 0; i < PLACES; i++) frame[i] = nullptr;
    frame[RETURN] = reinterpret_cast<void *>(fiber_loop);
    fiber->stack_pointer = frame;
}

inline void switch_stacks(Fiber *from, Fiber *to)
{
    simt_switch(&from->stack_pointer, to->stack_pointer);
}

} // namespace simt

#endif
