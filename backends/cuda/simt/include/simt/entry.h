// entry.h - the runtime's call of a kernel: arguments by void**, as in cuLaunchKernel.
//
// The types of the arguments come from the type of the kernel's pointer, so that `.cu` files need
// no addition.
#pragma once

template <class T> struct simt_plain {
    typedef T type;
};
template <class T> struct simt_plain<const T> {
    typedef T type;
};

template <size_t... I> struct simt_indices {};
template <size_t N, size_t... I> struct simt_first : simt_first<N - 1, N - 1, I...> {};
template <size_t... I> struct simt_first<0, I...> {
    typedef simt_indices<I...> type;
};

template <class... T, size_t... I>
SIMT_INLINE void simt_apply(void (*kernel)(T...), void **arguments, simt_indices<I...>)
{
    (void)arguments;
    kernel(*static_cast<typename simt_plain<T>::type *>(arguments[I])...);
}

template <class... T> SIMT_INLINE void simt_call(void (*kernel)(T...), void **arguments)
{
    simt_apply(kernel, arguments, typename simt_first<sizeof...(T)>::type());
}

// The size of each argument in bytes, with ~0 at the end.
template <class... T> struct simt_sizes {
    static constexpr size_t of[] = {sizeof(T)..., ~(size_t)0};
};
template <class... T> constexpr const size_t *simt_sizes_of(void (*)(T...))
{
    return simt_sizes<T...>::of;
}

constexpr unsigned simt_bound() { return 1024; }
template <class... T> constexpr unsigned simt_bound(unsigned threads, T...) { return threads; }

// An entry of a unit. source.py adds the table `simt_entries` to the unit's text.
struct simt_entry {
    const char *name;
    void (*call)(void **arguments);
    const size_t *sizes;
    unsigned most_threads;
};

template <auto kernel> __attribute__((no_sanitize("thread"))) void simt_call_entry(void **arguments)
{
    simt_call(kernel, arguments);
}

template <auto kernel> constexpr simt_entry simt_describe(const char *name, unsigned most_threads)
{
    return {name, simt_call_entry<kernel>, simt_sizes_of(kernel), most_threads};
}
