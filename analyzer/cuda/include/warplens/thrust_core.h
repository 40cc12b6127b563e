// What every header of Thrust stands on: which system an iterator belongs to, execution policies, errors, and the two ways of
// running an algorithm: in order where it is called, or as kernels. Written from Thrust's documentation.
#pragma once

#include "cccl_macros.h"
#include "library_launch.h"

#include <__algorithm/max.h>
#include <__algorithm/min.h>
#include <__functional/identity.h>
#include <__functional/not_fn.h>
#include <__functional/operations.h>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#define THRUST_VERSION 200700
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 7
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 0
#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CUDA
#define THRUST_HOST_DEVICE __host__ __device__
#define THRUST_HOST __host__
#define THRUST_DEVICE __device__
#define THRUST_FWD(x) ::std::forward<decltype(x)>(x)
#define THRUST_NS_QUALIFIER ::thrust

// Thrust's own headers bring these parts of libcu++.
namespace cuda {
namespace std {
using namespace ::std;
using ::std::get;
}
}  // namespace cuda

namespace thrust {

using std::max;
using std::min;

typedef std::random_access_iterator_tag random_access_device_iterator_tag;
typedef std::random_access_iterator_tag random_access_host_iterator_tag;
typedef std::random_access_iterator_tag random_access_traversal_tag;
using std::random_access_iterator_tag;
struct any_system_tag {};
struct host_system_tag {};
struct device_system_tag {};
struct use_default {};

class error_category {
public:
  const char* name() const noexcept { return "cuda"; }
};
inline const error_category& cuda_category() {
  static const error_category only;
  return only;
}
class error_code {
  int number;

public:
  error_code() : number(0) {}
  error_code(int n, const error_category&) : number(n) {}
  int value() const { return number; }
  const error_category& category() const { return cuda_category(); }
  const char* message() const { return cudaGetErrorString((cudaError_t)number); }
  explicit operator bool() const { return number != 0; }
};
class system_error : public std::runtime_error {
  error_code error;
  static std::string text(const char* what, int number) {
    const std::string name = cudaGetErrorName((cudaError_t)number);
    return std::string(what) + (*what ? ": " : "") + name + ": " + cudaGetErrorString((cudaError_t)number);
  }

public:
  system_error(error_code code) : std::runtime_error(text("", code.value())), error(code) {}
  system_error(error_code code, const char* what) : std::runtime_error(text(what, code.value())), error(code) {}
  system_error(error_code code, const std::string& what) : system_error(code, what.c_str()) {}
  system_error(int number, const error_category& of) : system_error(error_code(number, of)) {}
  system_error(int number, const error_category& of, const char* what) : system_error(error_code(number, of), what) {}
  system_error(int number, const error_category& of, const std::string& what) : system_error(error_code(number, of), what) {}
  const error_code& code() const noexcept { return error; }
};
namespace system {
using thrust::cuda_category;
using thrust::error_category;
using thrust::error_code;
using thrust::system_error;
namespace detail {
class bad_alloc : public std::bad_alloc {
  std::string text;

public:
  bad_alloc(const std::string& what) : text("std::bad_alloc: " + what) {}
  const char* what() const noexcept override { return text.c_str(); }
};
}  // namespace detail
}  // namespace system

namespace __wl {

namespace library = warplens_library;
using library::raw;
using library::raw_t;
using library::result_t;

__WL_FROM_HOST void check(cudaError_t error, const char* what = "") {
  if (error == cudaSuccess) return;
  // Who catches it finds no error left behind.
  cudaGetLastError();
  throw system_error(error, cuda_category(), what);
}
__WL_FROM_HOST void* allocate_device(size_t bytes) {
  void* p = nullptr;
  const cudaError_t error = cudaMalloc(&p, bytes);
  if (error != cudaSuccess) {
    cudaGetLastError();
    throw system::detail::bad_alloc(std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error));
  }
  return p;
}

// Results of kernels on a stream, into memory of the caller's.
__WL_FROM_HOST void fetch(void* to, const void* from, size_t bytes, cudaStream_t stream) {
  if (stream) check(cudaStreamSynchronize(stream));
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

// Where temporary storage comes from unless a policy names an allocator.
struct device_heap {
  static __WL_FROM_HOST char* allocate(size_t bytes) { return (char*)allocate_device(bytes); }
  static __WL_FROM_HOST void deallocate(char* p, size_t) { cudaFree(p); }
};

// In order, in the thread that calls.
struct sequential {
  static constexpr bool isParallel = false;
  template <typename F> __WL_ANYWHERE void each(ptrdiff_t n, F f) const {
    for (ptrdiff_t i = 0; i < n; i++) f(i);
  }
  template <typename T, typename GET, typename OP> __WL_ANYWHERE T reduce(ptrdiff_t n, GET get, OP op, T sum) const {
    for (ptrdiff_t i = 0; i < n; i++) sum = op(sum, get(i));
    return sum;
  }
  template <typename T, typename GET, typename OP, typename PUT>
  __WL_ANYWHERE void scan(ptrdiff_t n, GET get, OP op, PUT put) const {
    if (n == 0) return;
    T before = get(0);
    put(0, before, before);
    for (ptrdiff_t i = 1; i < n; i++) {
      const T after = op(before, get(i));
      put(i, before, after);
      before = after;
    }
  }
};

template <typename T, typename OP> struct stored {
  T* at;
  T init;
  OP op;
  __device__ void operator()(const T& value) { new (at) T(op(init, value)); }
};
template <typename P> __WL_FROM_HOST char* plain_pointer(P p) {
  if constexpr (std::is_pointer<P>::value) return (char*)p;
  else return (char*)p.get();
}

// As kernels on a stream. The host waits for them, unless the policy says otherwise.
template <typename A = device_heap> struct parallel {
  static constexpr bool isParallel = true;
  cudaStream_t stream = 0;
  bool waits = true;
  A* allocator = nullptr;

  __WL_FROM_HOST void finish(cudaError_t error, const char* what = "") const {
    check(error, what);
    if (waits) check(cudaStreamSynchronize(stream), what);
  }
  // Temporary storage, for as long as it is in scope.
  struct storage {
    const parallel& system;
    size_t bytes;
    char* at;
    __WL_FROM_HOST storage(const parallel& s, size_t n) : system(s), bytes(n), at(plain_pointer(heap(s).allocate(n))) {}
    storage(const storage&) = delete;
    __WL_FROM_HOST ~storage() {
      if constexpr (std::is_same<A, device_heap>::value) device_heap::deallocate(at, bytes);
      else system.allocator->deallocate((decltype(system.allocator->allocate(bytes)))(char*)at, bytes);
    }
  };
  static __WL_FROM_HOST A& heap(const parallel& s) {
    if constexpr (std::is_same<A, device_heap>::value) return *static_cast<A*>(nullptr);
    else return *s.allocator;
  }
  // Calls an algorithm that works in two steps: how much storage it needs, then with that storage.
  template <typename F> __WL_FROM_HOST void in_storage(F algorithm, const char* what) const {
    size_t bytes = 0;
    check(algorithm(nullptr, bytes), what);
    storage temporary(*this, bytes);
    finish(algorithm(temporary.at, bytes), what);
  }
  template <typename F> __WL_FROM_HOST void each(ptrdiff_t n, F f) const { finish(library::each(n, f, stream)); }
  template <typename T, typename GET, typename OP> __WL_FROM_HOST T reduce(ptrdiff_t n, GET get, OP op, T init) const {
    if (n <= 0) return init;
    storage result(*this, sizeof(T));
    size_t bytes = 0;
    const stored<T, OP> put{(T*)result.at, init, op};
    check(library::reduce<T>(nullptr, bytes, n, get, op, put, stream));
    storage temporary(*this, bytes);
    check(library::reduce<T>(temporary.at, bytes, n, get, op, put, stream));
    T total = init;
    fetch((void*)&total, result.at, sizeof(T), stream);
    return total;
  }
  template <typename T, typename GET, typename OP, typename PUT>
  __WL_FROM_HOST void scan(ptrdiff_t n, GET get, OP op, PUT put) const {
    if (n <= 0) return;
    size_t bytes = 0;
    check(library::scan<T>(nullptr, bytes, n, get, op, put, stream));
    storage temporary(*this, bytes);
    finish(library::scan<T>(temporary.at, bytes, n, get, op, put, stream));
  }
};

enum side { NO_ITERATOR, ANY_SIDE, HOST_SIDE, DEVICE_SIDE };
// The side of an iterator: what a class says of itself, and the host for pointers and the iterators of others.
template <typename I, typename = void> struct side_of { static constexpr side value = NO_ITERATOR; };
template <typename T> struct side_of<T*, void> {
  static constexpr side value = std::is_function<T>::value ? NO_ITERATOR : HOST_SIDE;
};
template <typename I> struct side_of<I, std::void_t<typename I::iterator_category, decltype(I::__wl_side)>> {
  static constexpr side value = I::__wl_side;
};
template <typename I, typename = void> struct has_side { static constexpr bool value = false; };
template <typename I> struct has_side<I, std::void_t<decltype(I::__wl_side)>> { static constexpr bool value = true; };
template <typename I>
struct side_of<I, std::enable_if_t<!has_side<I>::value && !std::is_void<typename I::iterator_category>::value>> {
  static constexpr side value = HOST_SIDE;
};
// Two iterators or more as one: the device's, where one is the device's.
constexpr side joined(side a, side b) { return a > b ? a : b; }
template <typename... I> struct side_of_all {
  static constexpr side value = NO_ITERATOR;
};
template <typename F, typename... I> struct side_of_all<F, I...> {
  static constexpr side value = joined(side_of<F>::value, side_of_all<I...>::value);
};

template <typename I> using value_t = typename std::iterator_traits<I>::value_type;

// Policies say by `__wl_system` how an algorithm runs.
template <typename P, typename = void> struct is_policy : std::false_type {};
template <typename P> struct is_policy<P, std::void_t<decltype(std::declval<const P&>().__wl_system())>> : std::true_type {};
template <typename... I> __WL_FROM_HOST auto system_for() {
  if constexpr (side_of_all<I...>::value == HOST_SIDE) return sequential{};
  else return parallel<>{};
}
// What an algorithm starts with: a policy, or an iterator.
template <typename F> using if_first = std::enable_if_t<is_policy<F>::value || side_of<F>::value != NO_ITERATOR, int>;

}  // namespace __wl

// An algorithm of `__wl` under Thrust's name, with a policy or without. The device's pass reads host code, too, and cannot tell it
// from the device's where a function belongs to both: what it compiles runs in order in the thread that calls, and the type
// of the host's form is asked for, so that the kernels behind that form are there.
#define __WL_THRUST_FORM(name, system)                                                        \
  if constexpr (__wl::is_policy<F>::value) return __wl::name(first.__wl_system(), rest...);    \
  else return __wl::name(system, first, rest...);
#ifdef __CUDA_ARCH__
#define __WL_THRUST_ON(name, system)                                                                             \
  template <typename F, typename... A> __host__ auto __wl_host_##name(F first, A... rest) {                      \
    __WL_THRUST_FORM(name, system)                                                                               \
  }                                                                                                              \
  template <typename F, typename... A, __wl::if_first<F> = 0> __WL_ANYWHERE auto name(F first, A... rest) {       \
    typedef decltype(__wl_host_##name(first, rest...)) result;                                                   \
    if constexpr (__wl::is_policy<F>::value) return static_cast<result>(__wl::name(__wl::sequential{}, rest...)); \
    else return static_cast<result>(__wl::name(__wl::sequential{}, first, rest...));                             \
  }
#else
#define __WL_THRUST_ON(name, system)                                                                       \
  template <typename F, typename... A, __wl::if_first<F> = 0> __WL_ANYWHERE auto name(F first, A... rest) { \
    __WL_THRUST_FORM(name, system)                                                                         \
  }
#endif
#define __WL_THRUST(name) __WL_THRUST_ON(name, (__wl::system_for<F, A...>()))

template <typename D> struct execution_policy {};
template <typename D> struct host_execution_policy : execution_policy<D> {};
template <typename D> struct device_execution_policy : execution_policy<D> {};
namespace __wl {
struct in_order : host_execution_policy<in_order> {
  __WL_ANYWHERE sequential __wl_system() const { return {}; }
};
template <typename A = device_heap> struct on_stream : device_execution_policy<on_stream<A>> {
  parallel<A> how;
  constexpr on_stream(parallel<A> system = {}) : how(system) {}
  __WL_ANYWHERE parallel<A> __wl_system() const { return how; }
  __WL_ANYWHERE on_stream on(cudaStream_t stream) const {
    parallel<A> other = how;
    other.stream = stream;
    return other;
  }
  template <typename B> __WL_ANYWHERE on_stream<B> operator()(B& allocator) const {
    return parallel<B>{how.stream, how.waits, &allocator};
  }
  template <typename B> __WL_ANYWHERE on_stream<B> operator()(B* allocator) const {
    return parallel<B>{how.stream, how.waits, allocator};
  }
};
}  // namespace __wl

static constexpr __wl::in_order host{};
static constexpr __wl::in_order seq{};
static constexpr __wl::on_stream<> device{};
namespace cuda {
typedef __wl::on_stream<> tag;
template <typename D> using execution_policy = thrust::execution_policy<D>;
static constexpr __wl::on_stream<> par{};
static constexpr __wl::on_stream<> par_nosync{__wl::parallel<>{0, false, nullptr}};
}  // namespace cuda
namespace cuda_cub {
using cuda::par;
using cuda::par_nosync;
using cuda::tag;
}  // namespace cuda_cub
namespace system {
namespace cuda {
using thrust::cuda::par;
using thrust::cuda::par_nosync;
using thrust::cuda::tag;
}  // namespace cuda
}  // namespace system
namespace detail {
typedef __wl::in_order host_t;
typedef __wl::on_stream<> device_t;
typedef __wl::in_order seq_t;
}  // namespace detail

template <typename I> struct iterator_traits : std::iterator_traits<I> {};
template <typename I> using iterator_value_t = typename std::iterator_traits<I>::value_type;
template <typename I> using iterator_reference_t = typename std::iterator_traits<I>::reference;
template <typename I> struct iterator_value { typedef typename std::iterator_traits<I>::value_type type; };
template <typename I> struct iterator_reference { typedef typename std::iterator_traits<I>::reference type; };
template <typename I> struct iterator_difference { typedef typename std::iterator_traits<I>::difference_type type; };
template <typename I> struct iterator_pointer { typedef typename std::iterator_traits<I>::pointer type; };
template <typename I> struct iterator_system {
  typedef std::conditional_t<__wl::side_of<I>::value == __wl::HOST_SIDE, host_system_tag, device_system_tag> type;
};
template <typename I> __WL_ANYWHERE auto distance(I first, I last) { return last - first; }
template <typename I, typename N> __WL_ANYWHERE void advance(I& at, N n) { at += n; }
template <typename I, typename N = ptrdiff_t> __WL_ANYWHERE I next(I at, N n = 1) { return at + n; }
template <typename I, typename N = ptrdiff_t> __WL_ANYWHERE I prev(I at, N n = 1) { return at - n; }
template <typename T> __WL_ANYWHERE void swap(T& a, T& b) {
  T kept = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(kept);
}

}  // namespace thrust

// As of CUB: by another name in the namespace that a library asks for.
#if defined(THRUST_CUB_WRAPPED_NAMESPACE) && !defined(THRUST_WRAPPED_NAMESPACE)
#define THRUST_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#ifdef THRUST_WRAPPED_NAMESPACE
namespace THRUST_WRAPPED_NAMESPACE {
namespace thrust = ::thrust;
}
#endif
