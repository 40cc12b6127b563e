// Arguments of a call from right to left, as g++ evaluates them: what the host pass writes around them. `f(a(), b())`
// becomes `f((EARLY(b()), a()), LATE(b()))`, so that b() runs first, and its value waits until it is its turn. Both stand
// in the expression of the call, so what is temporary in b() lives as long as it did.
#pragma once

#include <__fwd/string.h>
#include <__fwd/vector.h>

#ifdef __CUDA__
#define __WL_ORDER static inline __attribute__((host, device))
#else
#define __WL_ORDER static inline
#endif

template <class T> struct __wl_waits {
  // What would have to be moved, which a program may see, stays where it is.
  static constexpr bool value = __is_trivially_copyable(T);
  using type = T;
  using late = T&&;
};
template <class T> struct __wl_waits<T&> {
  static constexpr bool value = true;
  using type = T;
  using late = T&;
};
template <class T> struct __wl_waits<T&&> {
  static constexpr bool value = false;
  using type = T;
  using late = T&&;
};

// Moving a string or a vector shows nowhere.
template <class C, class T, class A> struct __wl_waits<std::basic_string<C, T, A>> {
  static constexpr bool value = true;
  using type = std::basic_string<C, T, A>;
  using late = type&&;
};
template <class E, class A> struct __wl_waits<std::vector<E, A>> {
  static constexpr bool value = true;
  using type = std::vector<E, A>;
  using late = type&&;
};

// Values that wait, the next one last; one that an exception keeps from its turn stays below the others for good.
struct __wl_waiting {
  const volatile void** values;
  unsigned long count, room;
};
extern "C" void* __wl_allocate(unsigned long);
extern "C" void __wl_release(void*);
static __thread __wl_waiting __wl_values;

__WL_ORDER void __wl_wait_for_turn(const volatile void* value) {
  __wl_waiting& all = __wl_values;
  if (all.count == all.room) {
    auto* larger = static_cast<const volatile void**>(__wl_allocate((2 * all.room + 16) * sizeof(void*)));
    for (unsigned long i = 0; i < all.count; i++) larger[i] = all.values[i];
    if (all.room) __wl_release(all.values);
    all.values = larger;
    all.room = 2 * all.room + 16;
  }
  all.values[all.count++] = value;
}

template <class T> __WL_ORDER constexpr void __wl_early(T&& value) {
  __wl_wait_for_turn(&const_cast<const volatile char&>(reinterpret_cast<const volatile char&>(value)));
}

template <class T, bool Waits> struct __wl_turn {
  // Never called: an argument of a type that does not wait is evaluated where it stands.
  static T late();
};
template <class T> struct __wl_turn<T, true> {
  __attribute__((always_inline)) static inline typename __wl_waits<T>::late late() {
    const volatile void* value = __wl_values.values[--__wl_values.count];
    return static_cast<typename __wl_waits<T>::late>(*static_cast<typename __wl_waits<T>::type*>(const_cast<void*>(value)));
  }
};

// An argument that is passed by value: a variable is read when it is its turn, not when the call is made.
#define __WL_VALUE(...) static_cast<__decay(decltype((__VA_ARGS__)))>(__VA_ARGS__)
#define __WL_WAITS(...) (__wl_waits<decltype((__VA_ARGS__))>::value && !__builtin_is_constant_evaluated())
#define __WL_LATE(...) __wl_turn<decltype((__VA_ARGS__)), __wl_waits<decltype((__VA_ARGS__))>::value>::late()
