// What all unordered containers have: one table, and its members under the standard's names.
#pragma once
#include <__wl_hash_table.h>
#include <iterator>
_LIBCPP_BEGIN_NAMESPACE_STD
struct __wl_own_key {
  template <class V> const V& operator()(const V& v) const { return v; }
};
struct __wl_first_key {
  template <class V> const typename V::first_type& operator()(const V& v) const { return v.first; }
};

// An element that has been taken out of a container.
template <class Node, class Allocator> class __wl_node_handle {
  template <class, class, class, class, class, class, bool> friend class __wl_unordered;
  Node* own = nullptr;
  Allocator allocator;
  void drop() {
    if (!own) return;
    allocator_traits<Allocator>::destroy(allocator, own);
    allocator_traits<Allocator>::deallocate(allocator, own, 1);
    own = nullptr;
  }

public:
  __wl_node_handle() {}
  __wl_node_handle(Node* n, const Allocator& a) : own(n), allocator(a) {}
  __wl_node_handle(__wl_node_handle&& o) noexcept : own(o.own), allocator(o.allocator) { o.own = nullptr; }
  __wl_node_handle& operator=(__wl_node_handle&& o) noexcept {
    drop();
    own = o.own;
    o.own = nullptr;
    return *this;
  }
  ~__wl_node_handle() { drop(); }
  bool empty() const noexcept { return !own; }
  explicit operator bool() const noexcept { return own; }
  auto& value() const { return own->value; }
  auto& key() const { return const_cast<remove_const_t<decltype(own->value.first)>&>(own->value.first); }
  auto& mapped() const { return own->value.second; }
};

template <class V, class K, class KeyOf, class H, class E, class A, bool IsUnique> class __wl_unordered {
protected:
  typedef __wl_hash_table<V, K, KeyOf, H, E, A, IsUnique> table_type;
  table_type table;

public:
  typedef K key_type;
  typedef V value_type;
  typedef H hasher;
  typedef E key_equal;
  typedef A allocator_type;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  typedef V& reference;
  typedef const V& const_reference;
  typedef typename allocator_traits<A>::pointer pointer;
  typedef typename allocator_traits<A>::const_pointer const_pointer;
  typedef typename table_type::iterator iterator;
  typedef typename table_type::const_iterator const_iterator;
  typedef typename table_type::local_iterator local_iterator;
  typedef typename table_type::const_local_iterator const_local_iterator;
  typedef typename table_type::placed placed;
  typedef __wl_node_handle<__wl_node<V>, typename allocator_traits<A>::template rebind_alloc<__wl_node<V>>> node_type;
  struct insert_return_type {
    iterator position;
    bool inserted;
    node_type node;
  };

  __wl_unordered() {}
  explicit __wl_unordered(size_t n, const H& h = H(), const E& e = E(), const A& a = A()) : table(n, h, e, a) {}
  explicit __wl_unordered(const A& a) : table(0, H(), E(), a) {}
  template <class I, class = typename iterator_traits<I>::iterator_category>
  __wl_unordered(I first, I last, size_t n = 0, const H& h = H(), const E& e = E(), const A& a = A()) : table(bucketsFor(first, last, n), h, e, a) { table.insert(first, last); }
  __wl_unordered(initializer_list<V> l, size_t n = 0, const H& h = H(), const E& e = E(), const A& a = A()) : __wl_unordered(l.begin(), l.end(), n, h, e, a) {}

  A get_allocator() const { return A(table.own); }
  bool empty() const noexcept { return table.size == 0; }
  size_t size() const noexcept { return table.size; }
  size_t max_size() const noexcept { return ~0ul / sizeof(__wl_node<V>) / 2; }
  iterator begin() noexcept { return table.begin(); }
  iterator end() noexcept { return iterator(); }
  const_iterator begin() const noexcept { return table.begin(); }
  const_iterator end() const noexcept { return const_iterator(); }
  const_iterator cbegin() const noexcept { return table.begin(); }
  const_iterator cend() const noexcept { return const_iterator(); }

  placed insert(const V& v) {
    if constexpr (IsUnique) return table.emplaceMissing(KeyOf()(v), v);
    else return table.emplace(v);
  }
  placed insert(V&& v) {
    if constexpr (IsUnique) return table.emplaceMissing(KeyOf()(v), static_cast<V&&>(v));
    else return table.emplace(static_cast<V&&>(v));
  }
  template <class P, class = enable_if_t<is_constructible<V, P&&>::value && !is_same<__remove_cvref_t<P>, V>::value && !is_same<V, K>::value>>
  placed insert(P&& p) { return table.emplace(static_cast<P&&>(p)); }
  iterator insert(const_iterator, const V& v) { return iteratorOf(insert(v)); }
  iterator insert(const_iterator, V&& v) { return iteratorOf(insert(static_cast<V&&>(v))); }
  template <class I, class = typename iterator_traits<I>::iterator_category> void insert(I first, I last) { table.insert(first, last); }
  void insert(initializer_list<V> l) { table.insert(l.begin(), l.end()); }
  auto insert(node_type&& n) {
    if constexpr (IsUnique) {
      if (n.empty()) return insert_return_type{end(), false, node_type()};
      __wl_node<V>* refused = nullptr;
      auto result = table.place(std::exchange(n.own, nullptr), &refused);
      return insert_return_type{result.first, result.second, node_type(refused, table.own)};
    } else {
      return n.empty() ? end() : table.place(std::exchange(n.own, nullptr), nullptr);
    }
  }
  template <class... T> placed emplace(T&&... a) { return table.emplace(static_cast<T&&>(a)...); }
  template <class... T> iterator emplace_hint(const_iterator, T&&... a) { return iteratorOf(table.emplace(static_cast<T&&>(a)...)); }
  iterator erase(const_iterator at) { return table.erase(at); }
  template <class I, class = enable_if_t<is_same<I, iterator>::value && !is_same<I, const_iterator>::value>> iterator erase(I at) { return table.erase(at); }
  iterator erase(const_iterator first, const_iterator last) { return table.erase(first, last); }
  size_t erase(const K& k) { return table.eraseKey(k); }
  node_type extract(const_iterator at) { return node_type(table.extract(at), table.own); }
  node_type extract(const K& k) {
    iterator at = table.find(k);
    return at == end() ? node_type() : extract(at);
  }
  template <class O> void merge(O&& o) { table.merge(o.__table()); }
  table_type& __table() { return table; }
  void clear() noexcept { table.clear(); }

  iterator find(const K& k) { return table.find(k); }
  const_iterator find(const K& k) const { return table.find(k); }
  size_t count(const K& k) const {
    auto [first, last] = table.range(k);
    return std::distance(first, last);
  }
  bool contains(const K& k) const { return table.find(k) != iterator(); }
  pair<iterator, iterator> equal_range(const K& k) { return table.range(k); }
  pair<const_iterator, const_iterator> equal_range(const K& k) const { return table.range(k); }
  template <class Q, class H2 = H, class E2 = E, class = typename H2::is_transparent, class = typename E2::is_transparent> iterator find(const Q& k) { return table.find(k); }
  template <class Q, class H2 = H, class E2 = E, class = typename H2::is_transparent, class = typename E2::is_transparent> const_iterator find(const Q& k) const { return table.find(k); }
  template <class Q, class H2 = H, class E2 = E, class = typename H2::is_transparent, class = typename E2::is_transparent> bool contains(const Q& k) const { return table.find(k) != iterator(); }
  template <class Q, class H2 = H, class E2 = E, class = typename H2::is_transparent, class = typename E2::is_transparent> size_t count(const Q& k) const {
    auto [first, last] = table.range(k);
    return std::distance(first, last);
  }

  size_t bucket_count() const noexcept { return table.count; }
  size_t max_bucket_count() const noexcept { return max_size(); }
  size_t bucket(const K& k) const { return table.bucketOf(table.hash(k)); }
  size_t bucket_size(size_t b) const { return std::distance(begin(b), end(b)); }
  local_iterator begin(size_t b) { return table.template inBucket<local_iterator>(b); }
  local_iterator end(size_t b) { return local_iterator(nullptr, b, table.count); }
  const_local_iterator begin(size_t b) const { return table.template inBucket<const_local_iterator>(b); }
  const_local_iterator end(size_t b) const { return const_local_iterator(nullptr, b, table.count); }
  const_local_iterator cbegin(size_t b) const { return begin(b); }
  const_local_iterator cend(size_t b) const { return end(b); }
  float load_factor() const noexcept { return (float)table.size / (float)table.count; }
  float max_load_factor() const noexcept { return table.growth.maxLoad(); }
  void max_load_factor(float f) { table.growth.maxLoad(f); }
  void rehash(size_t n) { table.rehash(n); }
  void reserve(size_t n) { table.rehash(table.growth.bucketsFor(n)); }
  H hash_function() const { return table.hash; }
  E key_eq() const { return table.equal; }

private:
  // Where every element will stay, there are buckets for them from the start.
  template <class I> static size_t bucketsFor(I first, I last, size_t wanted) {
    if constexpr (!IsUnique && is_base_of<forward_iterator_tag, typename iterator_traits<I>::iterator_category>::value) {
      const size_t elements = std::distance(first, last);
      if (elements > wanted) return elements;
    }
    return wanted;
  }

protected:
  static iterator iteratorOf(const placed& p) {
    if constexpr (IsUnique) return p.first;
    else return p;
  }
};
#define __WL_UNORDERED(NAME, PARAMETERS, ARGUMENTS)                                                                          \
  template <PARAMETERS> bool operator==(const NAME<ARGUMENTS>& a, const NAME<ARGUMENTS>& b) { return const_cast<NAME<ARGUMENTS>&>(a).__table() == const_cast<NAME<ARGUMENTS>&>(b).__table(); } \
  template <PARAMETERS> bool operator!=(const NAME<ARGUMENTS>& a, const NAME<ARGUMENTS>& b) { return !(a == b); }            \
  template <PARAMETERS> void swap(NAME<ARGUMENTS>& a, NAME<ARGUMENTS>& b) { a.swap(b); }                                     \
  template <PARAMETERS, class P> size_t erase_if(NAME<ARGUMENTS>& c, P isGone) {                                             \
    const size_t old = c.size();                                                                                             \
    for (auto i = c.begin(); i != c.end();) i = isGone(*i) ? c.erase(i) : ++i;                                               \
    return old - c.size();                                                                                                   \
  }
#define __WL_MORE(...) __VA_ARGS__
_LIBCPP_END_NAMESPACE_STD
