// The table under the unordered containers: one list of all elements, in which the elements of a bucket stand together. Buckets,
// growth and the place of a new element are those of libstdc++, so that a program built with g++ shows the same order.
#pragma once
#include <__functional/hash.h>
#include <__functional/operations.h>
#include <__wl_hash_buckets.h>
#include <initializer_list>
#include <memory>
#include <tuple>
#include <utility>
_LIBCPP_BEGIN_NAMESPACE_STD
struct __wl_link { __wl_link* next = nullptr; };
template <class V> struct __wl_node : __wl_link {
  size_t hash;
  V value;
  template <class... A> explicit __wl_node(A&&... a) : value(static_cast<A&&>(a)...) {}
};
template <class V, bool IsConst> class __wl_hash_iterator {
  template <class, bool> friend class __wl_hash_iterator;
  template <class, class, class, class, class, class, bool> friend class __wl_hash_table;
  __wl_node<V>* at = nullptr;

public:
  typedef forward_iterator_tag iterator_category;
  typedef V value_type;
  typedef ptrdiff_t difference_type;
  typedef conditional_t<IsConst, const V&, V&> reference;
  typedef conditional_t<IsConst, const V*, V*> pointer;
  __wl_hash_iterator() {}
  explicit __wl_hash_iterator(__wl_link* l) : at(static_cast<__wl_node<V>*>(l)) {}
  template <bool C, class = enable_if_t<IsConst && !C>> __wl_hash_iterator(__wl_hash_iterator<V, C> o) : at(o.at) {}
  reference operator*() const { return at->value; }
  pointer operator->() const { return std::addressof(at->value); }
  __wl_hash_iterator& operator++() { at = static_cast<__wl_node<V>*>(at->next); return *this; }
  __wl_hash_iterator operator++(int) { __wl_hash_iterator old = *this; ++*this; return old; }
  friend bool operator==(__wl_hash_iterator a, __wl_hash_iterator b) { return a.at == b.at; }
  friend bool operator!=(__wl_hash_iterator a, __wl_hash_iterator b) { return a.at != b.at; }
};
// The elements of one bucket: the list goes on behind them.
template <class V, bool IsConst> class __wl_bucket_iterator : public __wl_hash_iterator<V, IsConst> {
  size_t bucket = 0, buckets = 1;
  typedef __wl_hash_iterator<V, IsConst> base;
  __wl_node<V>* at;
  void leave() {
    if (at && at->hash % buckets != bucket) at = nullptr;
    base::operator=(base(at));
  }

public:
  __wl_bucket_iterator(__wl_link* l, size_t b, size_t n) : base(l), bucket(b), buckets(n), at(static_cast<__wl_node<V>*>(l)) {}
  __wl_bucket_iterator& operator++() { at = static_cast<__wl_node<V>*>(at->next); leave(); return *this; }
  __wl_bucket_iterator operator++(int) { __wl_bucket_iterator old = *this; ++*this; return old; }
};

template <class V, class K, class KeyOf, class Hash, class Equal, class Alloc, bool IsUnique> class __wl_hash_table {
  typedef __wl_node<V> node;
  typedef typename allocator_traits<Alloc>::template rebind_alloc<node> node_allocator;
  typedef allocator_traits<node_allocator> nodes;
  typedef typename allocator_traits<Alloc>::template rebind_alloc<__wl_link*> bucket_allocator;

public:
  typedef __wl_hash_iterator<V, is_same<V, K>::value> iterator;
  typedef __wl_hash_iterator<V, true> const_iterator;
  typedef __wl_bucket_iterator<V, is_same<V, K>::value> local_iterator;
  typedef __wl_bucket_iterator<V, true> const_local_iterator;
  typedef conditional_t<IsUnique, pair<iterator, bool>, iterator> placed;

  Hash hash;
  Equal equal;
  node_allocator own;

private:
  __wl_link head;
  // The element before the first of each bucket; a table without elements has one bucket that is part of it.
  __wl_link** buckets = &single;
  __wl_link* single = nullptr;

public:
  size_t count = 1, size = 0;
  __wl_growth growth;

  explicit __wl_hash_table(size_t wanted = 0, const Hash& h = Hash(), const Equal& e = Equal(), const Alloc& a = Alloc()) : hash(h), equal(e), own(a) {
    const size_t first = growth.next(wanted);
    if (first > count) replaceBuckets(first);
  }
  __wl_hash_table(const __wl_hash_table& o) : hash(o.hash), equal(o.equal), own(o.own) { copyFrom(o); }
  __wl_hash_table(__wl_hash_table&& o) noexcept : hash(o.hash), equal(o.equal), own(o.own) { take(o); }
  __wl_hash_table& operator=(const __wl_hash_table& o) {
    if (this == &o) return *this;
    clear();
    hash = o.hash, equal = o.equal;
    copyFrom(o);
    return *this;
  }
  __wl_hash_table& operator=(__wl_hash_table&& o) noexcept {
    if (this == &o) return *this;
    clear();
    dropBuckets();
    hash = std::move(o.hash), equal = std::move(o.equal);
    take(o);
    return *this;
  }
  ~__wl_hash_table() {
    clear();
    dropBuckets();
  }
  void swap(__wl_hash_table& o) {
    __wl_hash_table kept(std::move(o));
    o = std::move(*this);
    *this = std::move(kept);
  }

  iterator begin() const { return iterator(head.next); }
  size_t bucketOf(size_t hashed) const { return hashed % count; }
  template <class I> I inBucket(size_t b) const { return I(buckets[b] ? buckets[b]->next : nullptr, b, count); }

  // The element before the first with an equal key, null where there is none.
  template <class Q> __wl_link* before(const Q& key, size_t hashed) const {
    const size_t b = bucketOf(hashed);
    for (__wl_link* l = buckets[b]; l && l->next && bucketOf(asNode(l->next)->hash) == b; l = l->next)
      if (asNode(l->next)->hash == hashed && equal(key, KeyOf()(asNode(l->next)->value))) return l;
    return nullptr;
  }
  template <class Q> iterator find(const Q& key) const {
    __wl_link* l = size ? before(key, hash(key)) : nullptr;
    return iterator(l ? l->next : nullptr);
  }
  template <class Q> pair<iterator, iterator> range(const Q& key) const {
    iterator first = find(key), last = first;
    while (last.at && equal(key, KeyOf()(*last))) ++last;
    return {first, last};
  }

  template <class... A> node* make(A&&... a) {
    node* made = nodes::allocate(own, 1);
    nodes::construct(own, made, static_cast<A&&>(a)...);
    return made;
  }
  void dispose(node* n) {
    nodes::destroy(own, n);
    nodes::deallocate(own, n, 1);
  }
  // Takes a node in; gives it back through `refused` when its key is there already.
  placed place(node* n, node** refused) {
    n->hash = hash(KeyOf()(n->value));
    if constexpr (IsUnique) {
      if (__wl_link* l = before(KeyOf()(n->value), n->hash)) {
        *refused = n;
        return {iterator(l->next), false};
      }
      return {link(n), true};
    } else {
      return link(n);
    }
  }
  template <class... A> placed emplace(A&&... a) {
    node* refused = nullptr;
    placed result = place(make(static_cast<A&&>(a)...), &refused);
    if (refused) dispose(refused);
    return result;
  }
  // Only for unique keys: makes an element where its key is missing.
  template <class Q, class... A> pair<iterator, bool> emplaceMissing(const Q& key, A&&... a) {
    const size_t hashed = hash(key);
    if (__wl_link* l = before(key, hashed)) return {iterator(l->next), false};
    node* made = make(static_cast<A&&>(a)...);
    made->hash = hashed;
    return {link(made), true};
  }
  template <class I> void insert(I first, I last) {
    if constexpr (!IsUnique && is_base_of<forward_iterator_tag, typename iterator_traits<I>::iterator_category>::value) growFor(std::distance(first, last));
    for (; first != last; ++first) {
      if constexpr (IsUnique) emplaceMissing(KeyOf()(*first), *first);
      else emplace(*first);
    }
  }
  // Takes an element out of the list without disposing of it.
  node* extract(const_iterator at) {
    node* n = at.at;
    const size_t b = bucketOf(n->hash);
    __wl_link* l = buckets[b];
    while (l->next != n) l = l->next;
    unlink(l, b);
    return n;
  }
  iterator erase(const_iterator at) {
    iterator next(at.at->next);
    dispose(extract(at));
    return next;
  }
  iterator erase(const_iterator first, const_iterator last) {
    while (first != last) first = erase(first);
    return iterator(last.at);
  }
  template <class Q> size_t eraseKey(const Q& key) {
    auto [first, last] = range(key);
    size_t erased = 0;
    for (; first != last; ++erased) first = erase(first);
    return erased;
  }
  void clear() {
    for (__wl_link* l = head.next; l;) {
      node* n = asNode(l);
      l = l->next;
      dispose(n);
    }
    head.next = nullptr;
    for (size_t i = 0; i < count; ++i) buckets[i] = nullptr;
    size = 0;
  }
  void rehash(size_t wanted) {
    const size_t needed = growth.bucketsFor(size + 1), next = growth.next(wanted < needed ? needed : wanted);
    if (next != count) replaceBuckets(next);
  }
  template <class Other> void merge(Other& o) {
    for (auto i = o.begin(); i != iterator();) {
      auto at = i++;
      if (IsUnique && find(KeyOf()(*at)) != iterator()) continue;
      node* refused = nullptr;
      place(o.extract(at), &refused);
    }
  }
  bool operator==(const __wl_hash_table& o) const {
    if (size != o.size) return false;
    for (iterator i = begin(); i != iterator(); ++i) {
      if constexpr (IsUnique) {
        iterator j = o.find(KeyOf()(*i));
        if (j == iterator() || !(*i == *j)) return false;
      } else {
        size_t here = 0, there = 0;
        for (auto [f, l] = range(KeyOf()(*i)); f != l; ++f) here += *f == *i;
        for (auto [f, l] = o.range(KeyOf()(*i)); f != l; ++f) there += *f == *i;
        if (here != there) return false;
      }
    }
    return true;
  }

private:
  static node* asNode(__wl_link* l) { return static_cast<node*>(l); }
  void growFor(size_t more) {
    if (const size_t next = growth.needed(count, size, more)) replaceBuckets(next);
  }
  // A new element begins its bucket, and a new bucket begins the list; equal keys stay together, the newest first.
  iterator link(node* n) {
    growFor(1);
    __wl_link* l = IsUnique ? nullptr : before(KeyOf()(n->value), n->hash);
    if (l) {
      n->next = l->next;
      l->next = n;
    } else {
      insertAtBegin(n);
    }
    ++size;
    return iterator(n);
  }
  void insertAtBegin(node* n) {
    const size_t b = bucketOf(n->hash);
    if (buckets[b]) {
      n->next = buckets[b]->next;
      buckets[b]->next = n;
      return;
    }
    n->next = head.next;
    head.next = n;
    if (n->next) buckets[bucketOf(asNode(n->next)->hash)] = n;
    buckets[b] = &head;
  }
  void unlink(__wl_link* before, size_t b) {
    __wl_link* behind = before->next->next;
    const size_t nextBucket = behind ? bucketOf(asNode(behind)->hash) : b;
    const bool isFirst = before == buckets[b];
    before->next = behind;
    if (isFirst && (!behind || nextBucket != b)) buckets[b] = nullptr;
    if (behind && nextBucket != b) buckets[nextBucket] = before;
    --size;
  }
  void replaceBuckets(size_t n) {
    dropBuckets();
    count = n;
    if (n > 1) buckets = bucket_allocator(own).allocate(n);
    for (size_t i = 0; i < n; ++i) buckets[i] = nullptr;
    __wl_link* l = head.next;
    head.next = nullptr;
    node* last = nullptr;
    while (l) {
      node* one = asNode(l);
      l = l->next;
      // Equal keys keep their order: each comes behind the one before it.
      if (!IsUnique && last && bucketOf(last->hash) == bucketOf(one->hash)) {
        one->next = last->next;
        last->next = one;
        if (one->next && bucketOf(asNode(one->next)->hash) != bucketOf(one->hash)) buckets[bucketOf(asNode(one->next)->hash)] = one;
      } else {
        insertAtBegin(one);
      }
      last = one;
    }
  }
  void dropBuckets() {
    if (buckets != &single) bucket_allocator(own).deallocate(buckets, count);
    buckets = &single;
    single = nullptr;
    count = 1;
  }
  void copyFrom(const __wl_hash_table& o) {
    dropBuckets();
    growth = o.growth;
    replaceBuckets(o.count);
    __wl_link* last = &head;
    for (__wl_link* l = o.head.next; l; l = l->next) {
      node* n = make(asNode(l)->value);
      n->hash = asNode(l)->hash;
      __wl_link*& bucket = buckets[bucketOf(n->hash)];
      if (!bucket) bucket = last;
      last = last->next = n;
    }
    size = o.size;
  }
  void take(__wl_hash_table& o) {
    head.next = o.head.next;
    single = o.single;
    buckets = o.buckets == &o.single ? &single : o.buckets;
    count = o.count, size = o.size, growth = o.growth;
    if (head.next) buckets[bucketOf(asNode(head.next)->hash)] = &head;
    o.head.next = nullptr;
    o.buckets = &o.single;
    o.single = nullptr;
    o.count = 1, o.size = 0;
    o.growth.forget();
  }
};
_LIBCPP_END_NAMESPACE_STD
