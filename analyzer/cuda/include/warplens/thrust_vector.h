// Vectors whose elements lie on the host, on the device, or in managed memory, and the allocators behind them.
#pragma once

#include "thrust_copy.h"
#include "thrust_iterator.h"

#include <__memory/allocator.h>
#include <initializer_list>

namespace thrust {

namespace __wl {
// A class's typedefs as allocators have them.
template <typename T, typename P, typename R, typename C> struct allocator_types {
  typedef T value_type;
  typedef P pointer;
  typedef R reference;
  typedef C const_reference;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  bool operator==(const allocator_types&) const { return true; }
  bool operator!=(const allocator_types&) const { return false; }
};
}  // namespace __wl

template <typename T>
struct device_allocator : __wl::allocator_types<T, device_ptr<T>, device_reference<T>, device_reference<const T>> {
  template <typename U> struct rebind { typedef device_allocator<U> other; };
  device_allocator() = default;
  template <typename U> __host__ __device__ device_allocator(const device_allocator<U>&) {}
  __WL_FROM_HOST device_ptr<T> allocate(size_t n) { return device_malloc<T>(n); }
  __WL_FROM_HOST void deallocate(device_ptr<T> p, size_t) { cudaFree((void*)p.get()); }
};
template <typename T> struct device_malloc_allocator : device_allocator<T> {
  template <typename U> struct rebind { typedef device_malloc_allocator<U> other; };
};
template <typename T> struct device_new_allocator : device_allocator<T> {
  template <typename U> struct rebind { typedef device_new_allocator<U> other; };
};
template <typename T> struct universal_allocator : __wl::allocator_types<T, universal_ptr<T>, T&, const T&> {
  template <typename U> struct rebind { typedef universal_allocator<U> other; };
  __WL_FROM_HOST universal_ptr<T> allocate(size_t n) {
    T* p = nullptr;
    __wl::check(cudaMallocManaged((void**)&p, n * sizeof(T)));
    return p;
  }
  __WL_FROM_HOST void deallocate(universal_ptr<T> p, size_t) { cudaFree((void*)p.get()); }
};
template <typename T> struct universal_host_pinned_allocator : __wl::allocator_types<T, T*, T&, const T&> {
  template <typename U> struct rebind { typedef universal_host_pinned_allocator<U> other; };
  __WL_FROM_HOST T* allocate(size_t n) {
    T* p = nullptr;
    __wl::check(cudaMallocHost((void**)&p, n * sizeof(T)));
    return p;
  }
  __WL_FROM_HOST void deallocate(T* p, size_t) { cudaFreeHost((void*)p); }
};
namespace cuda {
template <typename T> using allocator = device_allocator<T>;
template <typename T> using universal_allocator = thrust::universal_allocator<T>;
template <typename T> using universal_host_pinned_allocator = thrust::universal_host_pinned_allocator<T>;
namespace experimental {
template <typename T> using pinned_allocator = universal_host_pinned_allocator<T>;
}
}  // namespace cuda
namespace system {
namespace cuda {
namespace experimental {
template <typename T> using pinned_allocator = universal_host_pinned_allocator<T>;
}
struct universal_host_pinned_memory_resource {};
struct universal_memory_resource {};
struct memory_resource {};
}  // namespace cuda
}  // namespace system
namespace mr {
namespace __wl {
template <typename T, typename R> struct allocator_of;
template <typename T> struct allocator_of<T, system::cuda::universal_host_pinned_memory_resource> : universal_host_pinned_allocator<T> {};
template <typename T> struct allocator_of<T, system::cuda::universal_memory_resource> : universal_allocator<T> {};
template <typename T> struct allocator_of<T, system::cuda::memory_resource> : device_allocator<T> {};
}  // namespace __wl
template <typename T, typename R> using stateless_resource_allocator = __wl::allocator_of<T, R>;
}  // namespace mr

namespace __wl {

template <typename V> using if_range = std::void_t<decltype(std::declval<const V&>().begin()), decltype(std::declval<const V&>().end())>;
template <typename I> using if_iterator = std::enable_if_t<side_of<I>::value != NO_ITERATOR, int>;
template <typename P> struct constant { typedef P type; };
template <typename T> struct constant<T*> { typedef const T* type; };
template <typename T> struct constant<device_ptr<T>> { typedef device_ptr<const T> type; };
template <typename T> struct constant<universal_ptr<T>> { typedef universal_ptr<const T> type; };

template <typename T, typename A> class vector {
public:
  typedef T value_type;
  typedef A allocator_type;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  typedef decltype(std::declval<A&>().allocate(1)) pointer;
  typedef typename constant<pointer>::type const_pointer;
  typedef pointer iterator;
  typedef const_pointer const_iterator;
  typedef decltype(*std::declval<const pointer&>()) reference;
  typedef decltype(*std::declval<const const_pointer&>()) const_reference;
  typedef thrust::reverse_iterator<iterator> reverse_iterator;
  typedef thrust::reverse_iterator<const_iterator> const_reverse_iterator;

  __WL_FROM_HOST vector() {}
  __WL_FROM_HOST explicit vector(const A& a) : allocator(a) {}
  __WL_FROM_HOST explicit vector(size_t n) { append(n, T()); }
  __WL_FROM_HOST vector(size_t n, const A& a) : allocator(a) { append(n, T()); }
  __WL_FROM_HOST vector(size_t n, const T& value) { append(n, value); }
  __WL_FROM_HOST vector(size_t n, const T& value, const A& a) : allocator(a) { append(n, value); }
  template <typename I, if_iterator<I> = 0> __WL_FROM_HOST vector(I first, I last) { assign(first, last); }
  __WL_FROM_HOST vector(std::initializer_list<T> list) { assign(list.begin(), list.end()); }
  __WL_FROM_HOST vector(const vector& other) : allocator(other.allocator) { assign(other.begin(), other.end()); }
  __WL_FROM_HOST vector(vector&& other) noexcept { swap(other); }
  template <typename V, typename = if_range<V>> __WL_FROM_HOST vector(const V& other) { assign(other.begin(), other.end()); }
  __WL_FROM_HOST ~vector() {
    clear();
    if (room) allocator.deallocate(first, room);
  }
  __WL_FROM_HOST vector& operator=(const vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  __WL_FROM_HOST vector& operator=(vector&& other) noexcept { return swap(other), *this; }
  __WL_FROM_HOST vector& operator=(std::initializer_list<T> list) { return assign(list.begin(), list.end()), *this; }
  template <typename V, typename = if_range<V>> __WL_FROM_HOST vector& operator=(const V& other) {
    return assign(other.begin(), other.end()), *this;
  }

  size_t size() const { return count; }
  size_t max_size() const { return size_t(-1) / 2 / sizeof(T); }
  size_t capacity() const { return room; }
  bool empty() const { return count == 0; }
  A get_allocator() const { return allocator; }
  pointer data() { return first; }
  const_pointer data() const { return first; }
  iterator begin() { return first; }
  iterator end() { return first + count; }
  const_iterator begin() const { return first; }
  const_iterator end() const { return first + count; }
  const_iterator cbegin() const { return first; }
  const_iterator cend() const { return first + count; }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  __WL_FROM_HOST reference operator[](size_t i) { return first[i]; }
  __WL_FROM_HOST const_reference operator[](size_t i) const { return const_pointer(first)[i]; }
  __WL_FROM_HOST reference front() { return first[0]; }
  __WL_FROM_HOST const_reference front() const { return const_pointer(first)[0]; }
  __WL_FROM_HOST reference back() { return first[count - 1]; }
  __WL_FROM_HOST const_reference back() const { return const_pointer(first)[count - 1]; }

  __WL_FROM_HOST void reserve(size_t n) {
    if (n > room) relocate(n);
  }
  __WL_FROM_HOST void shrink_to_fit() {
    if (count < room) relocate(count);
  }
  __WL_FROM_HOST void resize(size_t n) { resize(n, T()); }
  __WL_FROM_HOST void resize(size_t n, const T& value) {
    if (n > count) append(n - count, value);
    else drop(count - n);
  }
  __WL_FROM_HOST void clear() { drop(count); }
  __WL_FROM_HOST void push_back(const T& value) {
    if (isDevice && count < room) end()[0] = value, count++;
    else append(1, value);
  }
  template <typename... V> __WL_FROM_HOST reference emplace_back(V&&... values) {
    push_back(T(static_cast<V&&>(values)...));
    return back();
  }
  __WL_FROM_HOST void pop_back() { drop(1); }
  __WL_FROM_HOST void assign(size_t n, const T& value) {
    clear();
    append(n, value);
  }
  __WL_FROM_HOST void assign(std::initializer_list<T> list) { assign(list.begin(), list.end()); }
  template <typename I, if_iterator<I> = 0> __WL_FROM_HOST void assign(I from, I to) {
    const ptrdiff_t n = count_between(from, to);
    clear();
    reserve(n);
    take(from, n);
  }
  __WL_FROM_HOST iterator insert(iterator at, const T& value) { return insert(at, (size_t)1, value), first + lastPlace; }
  __WL_FROM_HOST void insert(iterator at, size_t n, const T& value) {
    vector rest(const_iterator(at), cend());
    lastPlace = at - first;
    drop(rest.count);
    append(n, value);
    append(rest);
  }
  template <typename I, if_iterator<I> = 0> __WL_FROM_HOST void insert(iterator at, I from, I to) {
    const vector news(from, to), rest(const_iterator(at), cend());
    drop(rest.count);
    append(news);
    append(rest);
  }
  __WL_FROM_HOST iterator erase(iterator at) { return erase(at, at + 1); }
  __WL_FROM_HOST iterator erase(iterator from, iterator to) {
    const ptrdiff_t place = from - first;
    const vector rest(const_iterator(to), cend());
    drop(end() - from);
    append(rest);
    return first + place;
  }
  __WL_FROM_HOST void swap(vector& other) noexcept {
    exchange(first, other.first);
    exchange(count, other.count);
    exchange(room, other.room);
    exchange(allocator, other.allocator);
  }

private:
  static constexpr bool isDevice = side_of<pointer>::value == DEVICE_SIDE;
  typedef std::conditional_t<isDevice, parallel<>, sequential> system;
  A allocator;
  pointer first{};
  size_t count = 0, room = 0;
  // Where the last element was inserted, which may have moved with all others.
  ptrdiff_t lastPlace = 0;

  template <typename U> static void exchange(U& a, U& b) {
    U kept = a;
    a = b;
    b = kept;
  }
  __WL_FROM_HOST void relocate(size_t n) {
    const pointer old = first;
    const size_t oldRoom = room;
    pointer fresh{};
    if (n > 0) fresh = allocator.allocate(n);
    if (count > 0) {
      if constexpr (isDevice || std::is_trivially_copyable<T>::value) __wl::copy_n(system{}, old, count, fresh);
      else for (size_t i = 0; i < count; i++) new (raw(fresh) + i) T(static_cast<T&&>(old[i]));
    }
    const size_t kept = count;
    drop(count);
    first = fresh, count = kept, room = n;
    if (oldRoom) allocator.deallocate(old, oldRoom);
  }
  __WL_FROM_HOST void make_room(size_t more) {
    if (count + more > room) relocate(count + more > 2 * room ? count + more : 2 * room);
  }
  __WL_FROM_HOST void append(size_t n, const T& value) {
    if (n == 0) return;
    const T kept = value;
    make_room(n);
    system{}.each(n, constructed<T>{raw(first) + count, kept});
    count += n;
  }
  __WL_FROM_HOST void append(const vector& other) {
    make_room(other.count);
    take(other.begin(), other.count);
  }
  template <typename I> __WL_FROM_HOST void take(I from, ptrdiff_t n) {
    if (n == 0) return;
    if constexpr (!isDevice && !std::is_trivially_copyable<T>::value) system{}.each(n, constructed<T>{raw(first) + count, T()});
    copy_across(from, n, end());
    count += n;
  }
  __WL_FROM_HOST void drop(size_t n) {
    if constexpr (!isDevice && !std::is_trivially_destructible<T>::value)
      for (size_t i = count - n; i < count; i++) first[i].~T();
    count -= n;
  }
};

template <typename V, typename W> bool same_elements(const V& a, const W& b) {
  if (a.size() != b.size()) return false;
  const size_t n = a.size();
  host_buffer<typename V::value_type> left(n);
  host_buffer<typename W::value_type> right(n);
  copy_across(a.begin(), n, left.at);
  copy_across(b.begin(), n, right.at);
  for (size_t i = 0; i < n; i++)
    if (!(left.at[i] == right.at[i])) return false;
  return true;
}
}  // namespace __wl

#define __WL_VECTOR(name, standard)                                                                        \
  template <typename T, typename A = standard<T>> class name : public __wl::vector<T, A> {                  \
    typedef __wl::vector<T, A> base;                                                                       \
                                                                                                           \
  public:                                                                                                  \
    using base::base;                                                                                      \
    name() = default;                                                                                      \
    name(const name&) = default;                                                                           \
    name(name&&) noexcept = default;                                                                       \
    name& operator=(const name&) = default;                                                                \
    name& operator=(name&&) noexcept = default;                                                            \
    using base::operator=;                                                                                 \
  };
__WL_VECTOR(host_vector, std::allocator)
__WL_VECTOR(device_vector, device_allocator)
#undef __WL_VECTOR
template <typename T> using universal_vector = device_vector<T, universal_allocator<T>>;
template <typename T> using universal_host_pinned_vector = host_vector<T, universal_host_pinned_allocator<T>>;

template <typename T, typename A> void swap(__wl::vector<T, A>& a, __wl::vector<T, A>& b) { a.swap(b); }
template <typename T, typename A> void swap(host_vector<T, A>& a, host_vector<T, A>& b) { a.swap(b); }
template <typename T, typename A> void swap(device_vector<T, A>& a, device_vector<T, A>& b) { a.swap(b); }
template <typename T, typename A, typename V, typename = __wl::if_range<V>>
bool operator==(const __wl::vector<T, A>& a, const V& b) { return __wl::same_elements(a, b); }
template <typename T, typename A, typename V, typename = __wl::if_range<V>>
bool operator!=(const __wl::vector<T, A>& a, const V& b) { return !__wl::same_elements(a, b); }

}  // namespace thrust
