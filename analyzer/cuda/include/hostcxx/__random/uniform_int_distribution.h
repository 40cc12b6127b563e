// Uniform integers as libstdc++ 11 and later draw them. Widening multiplication with rejection: Lemire, "Fast Random Integer
// Generation in an Interval" (2019), where the generator gives all 32 or 64 bits; scaling by division otherwise.
#pragma once
#include <__config>
#include <__type_traits/common_type.h>
#include <__type_traits/make_unsigned.h>
#include <limits>
extern "C" unsigned long __wl_multiply_high(unsigned long x, unsigned long y) noexcept;
_LIBCPP_BEGIN_NAMESPACE_STD
// The upper half of a product, and the lower one.
inline unsigned __wl_product(unsigned x, unsigned y, unsigned& low) {
  const unsigned long all = (unsigned long)x * y;
  low = (unsigned)all;
  return (unsigned)(all >> 32);
}
inline unsigned long __wl_product(unsigned long x, unsigned long y, unsigned long& low) {
  low = x * y;
  return ::__wl_multiply_high(x, y);
}
// A draw below `range`, which is not 0, from a generator of all values of `Word`.
template <class Word, class G> Word __wl_draw_below(G& g, Word range) {
  Word low, high = __wl_product(Word(g()), range, low);
  if (low < range)
    for (const Word least = Word(-range) % range; low < least;) high = __wl_product(Word(g()), range, low);
  return high;
}
template <class T = int> class uniform_int_distribution {
public:
  typedef T result_type;
  class param_type {
    T low, high;

  public:
    typedef uniform_int_distribution distribution_type;
    explicit param_type(T a = 0, T b = numeric_limits<T>::max()) : low(a), high(b) {}
    T a() const { return low; }
    T b() const { return high; }
    friend bool operator==(const param_type& x, const param_type& y) { return x.low == y.low && x.high == y.high; }
    friend bool operator!=(const param_type& x, const param_type& y) { return !(x == y); }
  };
  explicit uniform_int_distribution(T a = 0, T b = numeric_limits<T>::max()) : own(a, b) {}
  explicit uniform_int_distribution(const param_type& p) : own(p) {}
  void reset() {}
  T a() const { return own.a(); }
  T b() const { return own.b(); }
  param_type param() const { return own; }
  void param(const param_type& p) { own = p; }
  T min() const { return a(); }
  T max() const { return b(); }
  template <class G> T operator()(G& g) { return (*this)(g, own); }
  template <class G> T operator()(G& g, const param_type& p) {
    typedef typename make_unsigned<T>::type U;
    typedef typename common_type<typename G::result_type, U>::type C;
    return T(draw<C>(g, C(p.b()) - C(p.a())) + C(p.a()));
  }
  friend bool operator==(const uniform_int_distribution& x, const uniform_int_distribution& y) { return x.own == y.own; }
  friend bool operator!=(const uniform_int_distribution& x, const uniform_int_distribution& y) { return !(x == y); }
  template <class O> friend O& operator<<(O& o, const uniform_int_distribution& d) { o << d.a() << ' ' << d.b(); return o; }

private:
  // A draw from 0 to `range`, both included.
  template <class C, class G> static C draw(G& g, C range) {
    const C least = C(G::min()), drawn = C(G::max()) - least;
    if (drawn == range) return C(g()) - least;
    if (drawn < range) {
      C high, all;
      do {
        high = (drawn + 1) * draw<C>(g, C(range / (drawn + 1)));
        all = high + (C(g()) - least);
      } while (all > range || all < high);
      return all;
    }
    if ((unsigned long)drawn == 0xffffffffffffffffull) return C(__wl_draw_below<unsigned long>(g, (unsigned long)(range + 1)));
    if ((unsigned long)drawn == 0xffffffffu) return C(__wl_draw_below<unsigned>(g, unsigned(range + 1)));
    const C scale = drawn / (range + 1), past = (range + 1) * scale;
    C value;
    do value = C(g()) - least;
    while (value >= past);
    return value / scale;
  }
  param_type own;
};
_LIBCPP_END_NAMESPACE_STD
