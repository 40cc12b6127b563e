// Pointers to device memory that the host can hold, and references through which it reads and writes that memory.
#pragma once

#include "thrust_core.h"

#include <iosfwd>

namespace thrust {

template <typename T> class device_ptr;

// One element of device memory: a copy where the host touches it, the element itself where a kernel does.
template <typename T> class device_reference {
  T* at;

public:
  typedef std::remove_cv_t<T> value_type;
  typedef device_ptr<T> pointer;
  __WL_ANYWHERE explicit device_reference(T* p) : at(p) {}
  __WL_ANYWHERE explicit device_reference(const device_ptr<T>& p) : at(p.get()) {}
  device_reference(const device_reference&) = default;
  template <typename U, std::enable_if_t<std::is_convertible<U*, T*>::value, int> = 0>
  __WL_ANYWHERE device_reference(const device_reference<U>& other) : at(other.__wl_at()) {}
  __WL_ANYWHERE T* __wl_at() const { return at; }
  __WL_ANYWHERE value_type __wl_read() const {
#ifdef __CUDA_ARCH__
    return *at;
#else
    alignas(value_type) char bytes[sizeof(value_type)];
    __wl::check(cudaMemcpy(bytes, at, sizeof(value_type), cudaMemcpyDeviceToHost));
    return *reinterpret_cast<value_type*>(bytes);
#endif
  }
  __WL_ANYWHERE void __wl_write(const value_type& value) const {
#ifdef __CUDA_ARCH__
    *const_cast<value_type*>(at) = value;
#else
    __wl::check(cudaMemcpy((void*)at, &value, sizeof(value_type), cudaMemcpyHostToDevice));
#endif
  }
  __WL_ANYWHERE operator value_type() const { return __wl_read(); }
  __WL_ANYWHERE device_ptr<T> operator&() const { return device_ptr<T>(at); }
  __WL_ANYWHERE const device_reference& operator=(const value_type& value) const { return __wl_write(value), *this; }
  __WL_ANYWHERE const device_reference& operator=(const device_reference& other) const { return __wl_write(other.__wl_read()), *this; }
  __WL_ANYWHERE device_reference& operator=(const device_reference& other) { return __wl_write(other.__wl_read()), *this; }
  template <typename U> __WL_ANYWHERE const device_reference& operator=(const device_reference<U>& other) const {
    return __wl_write(other.__wl_read()), *this;
  }
#define __WL_COMPOUND(op)                                                                            \
  template <typename U> __WL_ANYWHERE const device_reference& operator op(const U& value) const {    \
    value_type own = __wl_read();                                                                    \
    own op static_cast<value_type>(value);                                                           \
    return __wl_write(own), *this;                                                                   \
  }
  __WL_COMPOUND(+=) __WL_COMPOUND(-=) __WL_COMPOUND(*=) __WL_COMPOUND(/=) __WL_COMPOUND(%=)
  __WL_COMPOUND(&=) __WL_COMPOUND(|=) __WL_COMPOUND(^=) __WL_COMPOUND(<<=) __WL_COMPOUND(>>=)
#undef __WL_COMPOUND
  __WL_ANYWHERE const device_reference& operator++() const { return *this += 1; }
  __WL_ANYWHERE const device_reference& operator--() const { return *this -= 1; }
  __WL_ANYWHERE value_type operator++(int) const {
    const value_type old = __wl_read();
    return *this += 1, old;
  }
  __WL_ANYWHERE value_type operator--(int) const {
    const value_type old = __wl_read();
    return *this -= 1, old;
  }
};
template <typename T> __WL_ANYWHERE void swap(device_reference<T> a, device_reference<T> b) {
  const std::remove_cv_t<T> kept = a;
  a = b;
  b = kept;
}
template <typename C, typename R, typename T>
std::basic_ostream<C, R>& operator<<(std::basic_ostream<C, R>& out, const device_reference<T>& element) {
  return out << element.__wl_read();
}

template <typename T> class device_ptr {
  T* at;

public:
  typedef T element_type;
  typedef std::remove_cv_t<T> value_type;
  typedef ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef T* raw_pointer;
  typedef device_reference<T> reference;
  typedef std::random_access_iterator_tag iterator_category;
  typedef device_system_tag system;
  static constexpr __wl::side __wl_side = __wl::DEVICE_SIDE;
  template <typename U> struct rebind { typedef device_ptr<U> other; };

  __WL_ANYWHERE device_ptr() : at(nullptr) {}
  __WL_ANYWHERE device_ptr(decltype(nullptr)) : at(nullptr) {}
  template <typename U, std::enable_if_t<std::is_convertible<U*, T*>::value || std::is_same<U, void>::value, int> = 0>
  __WL_ANYWHERE explicit device_ptr(U* p) : at((T*)p) {}
  template <typename U, std::enable_if_t<std::is_convertible<U*, T*>::value, int> = 0>
  __WL_ANYWHERE device_ptr(const device_ptr<U>& other) : at(other.get()) {}
  template <typename U, std::enable_if_t<std::is_void<U>::value && !std::is_void<T>::value, int> = 0>
  __WL_ANYWHERE explicit device_ptr(const device_ptr<U>& other) : at((T*)other.get()) {}

  __WL_ANYWHERE T* get() const { return at; }
  __WL_ANYWHERE T* base() const { return at; }
  __WL_ANYWHERE T* __wl_raw() const { return at; }
  __WL_ANYWHERE explicit operator bool() const { return at != nullptr; }
  // A template, since nothing can be referred to in memory of no type.
  template <typename U = T> __WL_ANYWHERE device_reference<U> operator*() const { return device_reference<U>(at); }
  template <typename N> __WL_ANYWHERE auto operator[](N n) const { return device_reference<T>(at + n); }
  __WL_ANYWHERE T* operator->() const { return at; }
  __WL_ANYWHERE device_ptr& operator++() { return ++at, *this; }
  __WL_ANYWHERE device_ptr& operator--() { return --at, *this; }
  __WL_ANYWHERE device_ptr operator++(int) { return device_ptr(at++); }
  __WL_ANYWHERE device_ptr operator--(int) { return device_ptr(at--); }
  __WL_ANYWHERE device_ptr& operator+=(ptrdiff_t n) { return at += n, *this; }
  __WL_ANYWHERE device_ptr& operator-=(ptrdiff_t n) { return at -= n, *this; }
  __WL_ANYWHERE friend device_ptr operator+(device_ptr p, ptrdiff_t n) { return device_ptr(p.at + n); }
  __WL_ANYWHERE friend device_ptr operator+(ptrdiff_t n, device_ptr p) { return device_ptr(p.at + n); }
  __WL_ANYWHERE friend device_ptr operator-(device_ptr p, ptrdiff_t n) { return device_ptr(p.at - n); }
};
#define __WL_COMPARE(op)                                                                                      \
  template <typename T, typename U> __WL_ANYWHERE bool operator op(const device_ptr<T>& a, const device_ptr<U>& b) { \
    return a.get() op b.get();                                                                                \
  }
__WL_COMPARE(==) __WL_COMPARE(!=) __WL_COMPARE(<) __WL_COMPARE(<=) __WL_COMPARE(>) __WL_COMPARE(>=)
#undef __WL_COMPARE
template <typename T> __WL_ANYWHERE bool operator==(const device_ptr<T>& a, decltype(nullptr)) { return !a.get(); }
template <typename T> __WL_ANYWHERE bool operator!=(const device_ptr<T>& a, decltype(nullptr)) { return a.get(); }
template <typename T, typename U> __WL_ANYWHERE ptrdiff_t operator-(const device_ptr<T>& a, const device_ptr<U>& b) {
  return a.get() - b.get();
}
template <typename C, typename R, typename T>
std::basic_ostream<C, R>& operator<<(std::basic_ostream<C, R>& out, const device_ptr<T>& p) {
  return out << (void*)p.get();
}

// Managed memory: the host and kernels touch it through the same pointer.
template <typename T> class universal_ptr {
  T* at;

public:
  typedef T element_type;
  typedef std::remove_cv_t<T> value_type;
  typedef ptrdiff_t difference_type;
  typedef universal_ptr pointer;
  typedef T* raw_pointer;
  typedef T& reference;
  typedef std::random_access_iterator_tag iterator_category;
  static constexpr __wl::side __wl_side = __wl::DEVICE_SIDE;
  __WL_ANYWHERE universal_ptr(T* p = nullptr) : at(p) {}
  template <typename U, std::enable_if_t<std::is_convertible<U*, T*>::value, int> = 0>
  __WL_ANYWHERE universal_ptr(const universal_ptr<U>& other) : at(other.get()) {}
  __WL_ANYWHERE T* get() const { return at; }
  __WL_ANYWHERE T* __wl_raw() const { return at; }
  __WL_ANYWHERE operator T*() const { return at; }
  __WL_ANYWHERE T& operator*() const { return *at; }
  __WL_ANYWHERE T* operator->() const { return at; }
  template <typename N> __WL_ANYWHERE T& operator[](N n) const { return at[n]; }
  __WL_ANYWHERE universal_ptr& operator++() { return ++at, *this; }
  __WL_ANYWHERE universal_ptr& operator--() { return --at, *this; }
  __WL_ANYWHERE universal_ptr operator++(int) { return at++; }
  __WL_ANYWHERE universal_ptr operator--(int) { return at--; }
  __WL_ANYWHERE universal_ptr& operator+=(ptrdiff_t n) { return at += n, *this; }
  __WL_ANYWHERE universal_ptr& operator-=(ptrdiff_t n) { return at -= n, *this; }
  template <typename N> __WL_ANYWHERE friend universal_ptr operator+(universal_ptr p, N n) { return p.at + n; }
  template <typename N, std::enable_if_t<std::is_integral<N>::value, int> = 0>
  __WL_ANYWHERE friend universal_ptr operator-(universal_ptr p, N n) { return p.at - n; }
  __WL_ANYWHERE friend ptrdiff_t operator-(universal_ptr a, universal_ptr b) { return a.at - b.at; }
};

template <typename T> __WL_ANYWHERE device_ptr<T> device_pointer_cast(T* p) { return device_ptr<T>(p); }
template <typename T> __WL_ANYWHERE device_ptr<T> device_pointer_cast(const device_ptr<T>& p) { return p; }
template <typename T> __WL_ANYWHERE T* raw_pointer_cast(T* p) { return p; }
template <typename T> __WL_ANYWHERE T* raw_pointer_cast(const device_ptr<T>& p) { return p.get(); }
template <typename T> __WL_ANYWHERE T* raw_pointer_cast(const universal_ptr<T>& p) { return p.get(); }
template <typename T> __WL_ANYWHERE T& raw_reference_cast(T& element) { return element; }
template <typename T> __WL_ANYWHERE T& raw_reference_cast(const device_reference<T>& element) { return *element.__wl_at(); }
template <typename T, typename U> __WL_ANYWHERE device_ptr<T> static_pointer_cast(const device_ptr<U>& p) {
  return device_ptr<T>(static_cast<T*>(p.get()));
}
template <typename T, typename U> __WL_ANYWHERE device_ptr<T> reinterpret_pointer_cast(const device_ptr<U>& p) {
  return device_ptr<T>(reinterpret_cast<T*>(p.get()));
}

__WL_FROM_HOST device_ptr<void> device_malloc(size_t bytes) { return device_ptr<void>(__wl::allocate_device(bytes)); }
template <typename T> __WL_FROM_HOST device_ptr<T> device_malloc(size_t n) {
  return device_ptr<T>((T*)__wl::allocate_device(n * sizeof(T)));
}
template <typename T> __WL_FROM_HOST void device_free(const device_ptr<T>& p) { __wl::check(cudaFree((void*)p.get())); }
template <typename T> __WL_FROM_HOST void free(const __wl::on_stream<>&, const device_ptr<T>& p) { device_free(p); }
template <typename T> __WL_FROM_HOST void free(const __wl::on_stream<>&, T* p) { __wl::check(cudaFree((void*)p)); }
template <typename T> __WL_FROM_HOST device_ptr<T> malloc(const __wl::on_stream<>&, size_t n) { return device_malloc<T>(n); }

namespace __wl {
template <typename T> struct constructed {
  T* at;
  T value;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const { new (at + i) T(value); }
};
}  // namespace __wl
template <typename T> __WL_FROM_HOST device_ptr<T> device_new(size_t n = 1) {
  const device_ptr<T> p = device_malloc<T>(n);
  __wl::parallel<>{}.each(n, __wl::constructed<T>{p.get(), T()});
  return p;
}
template <typename T, typename P> __WL_FROM_HOST device_ptr<T> device_new(device_ptr<P> place, const T& value, size_t n = 1) {
  const device_ptr<T> p((T*)place.get());
  __wl::parallel<>{}.each(n, __wl::constructed<T>{p.get(), value});
  return p;
}
template <typename T> __WL_FROM_HOST void device_delete(device_ptr<T> p, size_t = 1) { device_free(p); }

}  // namespace thrust
