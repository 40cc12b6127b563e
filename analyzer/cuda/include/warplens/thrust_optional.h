// A value that may be absent, on both sides.
#pragma once

#include "define.h"

#include <type_traits>

namespace thrust {

struct nullopt_t {
  __host__ __device__ constexpr explicit nullopt_t(int) {}
};
static constexpr nullopt_t nullopt{0};

template <typename T> class optional {
  union {
    char none;
    T kept;
  };
  bool is;

public:
  typedef T value_type;
  __host__ __device__ optional() : none(0), is(false) {}
  __host__ __device__ optional(nullopt_t) : none(0), is(false) {}
  __host__ __device__ optional(const optional& other) : none(0), is(other.is) {
    if (is) new (&kept) T(other.kept);
  }
  template <typename U = T, std::enable_if_t<std::is_convertible<U, T>::value && !std::is_same<std::decay_t<U>, optional>::value, int> = 0>
  __host__ __device__ optional(U&& value) : kept(static_cast<U&&>(value)), is(true) {}
  __host__ __device__ ~optional() { reset(); }
  __host__ __device__ optional& operator=(nullopt_t) { return reset(), *this; }
  __host__ __device__ optional& operator=(const optional& other) {
    if (this == &other) return *this;
    reset();
    if (other.is) emplace(other.kept);
    return *this;
  }
  template <typename... A> __host__ __device__ T& emplace(A&&... values) {
    reset();
    new (&kept) T(static_cast<A&&>(values)...);
    is = true;
    return kept;
  }
  __host__ __device__ void reset() {
    if (is) kept.~T();
    is = false;
  }
  __host__ __device__ bool has_value() const { return is; }
  __host__ __device__ explicit operator bool() const { return is; }
  __host__ __device__ T& operator*() { return kept; }
  __host__ __device__ const T& operator*() const { return kept; }
  __host__ __device__ T* operator->() { return &kept; }
  __host__ __device__ const T* operator->() const { return &kept; }
  __host__ __device__ T& value() { return kept; }
  __host__ __device__ const T& value() const { return kept; }
  template <typename U> __host__ __device__ T value_or(U&& other) const { return is ? kept : static_cast<T>(other); }
};
template <typename T> __host__ __device__ inline optional<std::decay_t<T>> make_optional(T&& value) {
  return optional<std::decay_t<T>>(static_cast<T&&>(value));
}
template <typename T, typename U> __host__ __device__ inline bool operator==(const optional<T>& a, const U& b) { return a.has_value() && *a == b; }
template <typename T> __host__ __device__ inline bool operator==(const optional<T>& a, const optional<T>& b) {
  return a.has_value() == b.has_value() && (!a.has_value() || *a == *b);
}

}  // namespace thrust
