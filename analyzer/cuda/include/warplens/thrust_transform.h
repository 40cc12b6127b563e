// Thrust's algorithms in which every element is made by itself: fills, sequences, transformations, gathers, replacements.
// What each does with element i is a function object, which an algorithm runs in order or as a kernel.
#pragma once

#include "thrust_copy.h"
#include "thrust_functional.h"

namespace thrust {

namespace __wl {

template <typename I, typename F> struct called {
  I in;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i) { f(in[i]); }
};
template <typename S, typename I, typename N, typename F> __WL_ANYWHERE I for_each_n(S s, I first, N n, F f) {
  if constexpr (S::isParallel || std::is_base_of<std::random_access_iterator_tag, typename std::iterator_traits<I>::iterator_category>::value) {
    s.each(n, called<raw_t<I>, F>{raw(first), f});
    return first + n;
  } else {
    for (; n > 0; n--, ++first) f(*first);
    return first;
  }
}
template <typename S, typename I, typename F> __WL_ANYWHERE I for_each(S s, I first, I last, F f) {
  return __wl::for_each_n(s, first, count_between(first, last), f);
}

template <typename O, typename T> struct filled {
  O out;
  T value;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const { out[i] = value; }
};
template <typename S, typename O, typename N, typename T> __WL_ANYWHERE O fill_n(S s, O first, N n, T value) {
  s.each(n, filled<raw_t<O>, T>{raw(first), value});
  return first + n;
}
template <typename S, typename O, typename T> __WL_ANYWHERE void fill(S s, O first, O last, T value) {
  s.each(last - first, filled<raw_t<O>, T>{raw(first), value});
}
template <typename S, typename O, typename N, typename T> __WL_ANYWHERE O uninitialized_fill_n(S s, O first, N n, T value) {
  typedef std::remove_cv_t<value_t<O>> type;
  s.each(n, constructed<type>{plain_of<O>::at(first), type(value)});
  return first + n;
}
template <typename S, typename O, typename T> __WL_ANYWHERE void uninitialized_fill(S s, O first, O last, T value) {
  __wl::uninitialized_fill_n(s, first, last - first, value);
}
template <typename S, typename I, typename O> __WL_ANYWHERE O uninitialized_copy(S s, I first, I last, O out) {
  return __wl::copy(s, first, last, out);
}

template <typename O, typename T> struct counted {
  O out;
  T init, step;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const { out[i] = static_cast<T>(init + step * static_cast<T>(i)); }
};
template <typename S, typename O, typename T, typename U> __WL_ANYWHERE void sequence(S s, O first, O last, T init, U step) {
  s.each(last - first, counted<raw_t<O>, T>{raw(first), init, static_cast<T>(step)});
}
template <typename S, typename O, typename T> __WL_ANYWHERE void sequence(S s, O first, O last, T init) {
  __wl::sequence(s, first, last, init, T(1));
}
template <typename S, typename O> __WL_ANYWHERE void sequence(S s, O first, O last) {
  typedef std::remove_cv_t<value_t<O>> T;
  __wl::sequence(s, first, last, T(0), T(1));
}
template <typename O, typename F> struct tabulated {
  O out;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i) { out[i] = f(static_cast<std::decay_t<value_t<O>>>(i)); }
};
template <typename S, typename O, typename F> __WL_ANYWHERE void tabulate(S s, O first, O last, F f) {
  s.each(last - first, tabulated<raw_t<O>, F>{raw(first), f});
}
template <typename O, typename F> struct generated {
  O out;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i) { out[i] = f(); }
};
template <typename S, typename O, typename N, typename F> __WL_ANYWHERE O generate_n(S s, O first, N n, F f) {
  s.each(n, generated<raw_t<O>, F>{raw(first), f});
  return first + n;
}
template <typename S, typename O, typename F> __WL_ANYWHERE void generate(S s, O first, O last, F f) {
  s.each(last - first, generated<raw_t<O>, F>{raw(first), f});
}

template <typename I, typename O, typename F> struct mapped {
  I in;
  O out;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i) { out[i] = f(in[i]); }
};
template <typename I, typename J, typename O, typename F> struct mapped_pairs {
  I in;
  J other;
  O out;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i) { out[i] = f(in[i], other[i]); }
};
template <typename S, typename I, typename O, typename F> __WL_ANYWHERE O transform(S s, I first, I last, O out, F f) {
  const ptrdiff_t n = last - first;
  s.each(n, mapped<raw_t<I>, raw_t<O>, F>{raw(first), raw(out), f});
  return out + n;
}
template <typename S, typename I, typename J, typename O, typename F>
__WL_ANYWHERE O transform(S s, I first, I last, J other, O out, F f) {
  const ptrdiff_t n = last - first;
  s.each(n, mapped_pairs<raw_t<I>, raw_t<J>, raw_t<O>, F>{raw(first), raw(other), raw(out), f});
  return out + n;
}
template <typename I, typename M, typename O, typename F, typename P> struct mapped_if {
  I in;
  M stencil;
  O out;
  F f;
  P holds;
  __WL_ANYWHERE void operator()(ptrdiff_t i) {
    if (holds(stencil[i])) out[i] = f(in[i]);
  }
};
template <typename I, typename J, typename M, typename O, typename F, typename P> struct mapped_pairs_if {
  I in;
  J other;
  M stencil;
  O out;
  F f;
  P holds;
  __WL_ANYWHERE void operator()(ptrdiff_t i) {
    if (holds(stencil[i])) out[i] = f(in[i], other[i]);
  }
};
template <typename S, typename I, typename M, typename O, typename F, typename P>
__WL_ANYWHERE O transform_if(S s, I first, I last, M stencil, O out, F f, P holds) {
  const ptrdiff_t n = last - first;
  s.each(n, mapped_if<raw_t<I>, raw_t<M>, raw_t<O>, F, P>{raw(first), raw(stencil), raw(out), f, holds});
  return out + n;
}
template <typename S, typename I, typename O, typename F, typename P>
__WL_ANYWHERE O transform_if(S s, I first, I last, O out, F f, P holds) {
  return __wl::transform_if(s, first, last, first, out, f, holds);
}
template <typename S, typename I, typename J, typename M, typename O, typename F, typename P>
__WL_ANYWHERE O transform_if(S s, I first, I last, J other, M stencil, O out, F f, P holds) {
  const ptrdiff_t n = last - first;
  s.each(n, mapped_pairs_if<raw_t<I>, raw_t<J>, raw_t<M>, raw_t<O>, F, P>{raw(first), raw(other), raw(stencil), raw(out), f, holds});
  return out + n;
}

template <typename M, typename I, typename O> struct gathered {
  M map;
  I in;
  O out;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const { out[i] = in[static_cast<ptrdiff_t>(map[i])]; }
};
template <typename S, typename M, typename I, typename O> __WL_ANYWHERE O gather(S s, M first, M last, I in, O out) {
  const ptrdiff_t n = last - first;
  s.each(n, gathered<raw_t<M>, raw_t<I>, raw_t<O>>{raw(first), raw(in), raw(out)});
  return out + n;
}
template <typename M, typename Q, typename I, typename O, typename P> struct gathered_if {
  M map;
  Q stencil;
  I in;
  O out;
  P holds;
  __WL_ANYWHERE void operator()(ptrdiff_t i) {
    if (holds(stencil[i])) out[i] = in[static_cast<ptrdiff_t>(map[i])];
  }
};
template <typename S, typename M, typename Q, typename I, typename O, typename P>
__WL_ANYWHERE O gather_if(S s, M first, M last, Q stencil, I in, O out, P holds) {
  const ptrdiff_t n = last - first;
  s.each(n, gathered_if<raw_t<M>, raw_t<Q>, raw_t<I>, raw_t<O>, P>{raw(first), raw(stencil), raw(in), raw(out), holds});
  return out + n;
}
template <typename S, typename M, typename Q, typename I, typename O>
__WL_ANYWHERE O gather_if(S s, M first, M last, Q stencil, I in, O out) {
  return __wl::gather_if(s, first, last, stencil, in, out, identity<>());
}
template <typename I, typename M, typename Q, typename O, typename P> struct scattered {
  I in;
  M map;
  Q stencil;
  O out;
  P holds;
  __WL_ANYWHERE void operator()(ptrdiff_t i) {
    if (holds(stencil[i])) out[static_cast<ptrdiff_t>(map[i])] = in[i];
  }
};
struct always {
  template <typename T> __WL_ANYWHERE bool operator()(const T&) const { return true; }
};
template <typename S, typename I, typename M, typename Q, typename O, typename P>
__WL_ANYWHERE void scatter_if(S s, I first, I last, M map, Q stencil, O out, P holds) {
  s.each(last - first, scattered<raw_t<I>, raw_t<M>, raw_t<Q>, raw_t<O>, P>{raw(first), raw(map), raw(stencil), raw(out), holds});
}
template <typename S, typename I, typename M, typename Q, typename O>
__WL_ANYWHERE void scatter_if(S s, I first, I last, M map, Q stencil, O out) {
  __wl::scatter_if(s, first, last, map, stencil, out, identity<>());
}
template <typename S, typename I, typename M, typename O> __WL_ANYWHERE void scatter(S s, I first, I last, M map, O out) {
  __wl::scatter_if(s, first, last, map, map, out, always());
}

template <typename I, typename M, typename O, typename P, typename T> struct replaced {
  I in;
  M stencil;
  O out;
  P holds;
  T value;
  __WL_ANYWHERE void operator()(ptrdiff_t i) {
    if (holds(stencil[i])) out[i] = value;
    else out[i] = in[i];
  }
};
template <typename O, typename M, typename P, typename T> struct overwritten {
  O out;
  M stencil;
  P holds;
  T value;
  __WL_ANYWHERE void operator()(ptrdiff_t i) {
    if (holds(stencil[i])) out[i] = value;
  }
};
template <typename T> struct equals {
  T value;
  template <typename U> __WL_ANYWHERE bool operator()(const U& other) const { return other == value; }
};
template <typename S, typename I, typename M, typename P, typename T>
__WL_ANYWHERE void replace_if(S s, I first, I last, M stencil, P holds, T value) {
  s.each(last - first, overwritten<raw_t<I>, raw_t<M>, P, T>{raw(first), raw(stencil), holds, value});
}
template <typename S, typename I, typename P, typename T> __WL_ANYWHERE void replace_if(S s, I first, I last, P holds, T value) {
  __wl::replace_if(s, first, last, first, holds, value);
}
template <typename S, typename I, typename T, typename U> __WL_ANYWHERE void replace(S s, I first, I last, T old, U value) {
  __wl::replace_if(s, first, last, first, equals<T>{old}, value);
}
template <typename S, typename I, typename M, typename O, typename P, typename T>
__WL_ANYWHERE O replace_copy_if(S s, I first, I last, M stencil, O out, P holds, T value) {
  const ptrdiff_t n = last - first;
  s.each(n, replaced<raw_t<I>, raw_t<M>, raw_t<O>, P, T>{raw(first), raw(stencil), raw(out), holds, value});
  return out + n;
}
template <typename S, typename I, typename O, typename P, typename T>
__WL_ANYWHERE O replace_copy_if(S s, I first, I last, O out, P holds, T value) {
  return __wl::replace_copy_if(s, first, last, first, out, holds, value);
}
template <typename S, typename I, typename O, typename T, typename U>
__WL_ANYWHERE O replace_copy(S s, I first, I last, O out, T old, U value) {
  return __wl::replace_copy_if(s, first, last, first, out, equals<T>{old}, value);
}

template <typename A, typename B> struct swapped {
  A a;
  B b;
  ptrdiff_t last;
  // The second range from its beginning, or, with `last`, from its end.
  __WL_ANYWHERE void operator()(ptrdiff_t i) const {
    const ptrdiff_t j = last < 0 ? i : last - i;
    const typename std::iterator_traits<A>::value_type kept = a[i];
    a[i] = b[j];
    b[j] = kept;
  }
};
template <typename S, typename I, typename J> __WL_ANYWHERE J swap_ranges(S s, I first, I last, J other) {
  const ptrdiff_t n = last - first;
  s.each(n, swapped<raw_t<I>, raw_t<J>>{raw(first), raw(other), -1});
  return other + n;
}
template <typename S, typename I> __WL_ANYWHERE void reverse(S s, I first, I last) {
  const ptrdiff_t n = last - first;
  s.each(n / 2, swapped<raw_t<I>, raw_t<I>>{raw(first), raw(first), n - 1});
}
template <typename I, typename O> struct mirrored {
  I in;
  O out;
  ptrdiff_t last;
  __WL_ANYWHERE void operator()(ptrdiff_t i) const { out[i] = in[last - i]; }
};
template <typename S, typename I, typename O> __WL_ANYWHERE O reverse_copy(S s, I first, I last, O out) {
  const ptrdiff_t n = last - first;
  s.each(n, mirrored<raw_t<I>, raw_t<O>>{raw(first), raw(out), n - 1});
  return out + n;
}

template <typename I, typename O, typename F> struct difference {
  I in;
  O out;
  F f;
  __WL_ANYWHERE void operator()(ptrdiff_t i) {
    if (i == 0) out[0] = in[0];
    else out[i] = f(in[i], in[i - 1]);
  }
};
template <typename S, typename I, typename O, typename F> __WL_ANYWHERE O adjacent_difference(S s, I first, I last, O out, F f) {
  const ptrdiff_t n = last - first;
  typedef std::remove_cv_t<value_t<I>> T;
  if constexpr (S::isParallel) {
    // The result may lie where the elements do.
    device_buffer<T> kept(n);
    __wl::copy_n(s, first, n, kept.at);
    s.each(n, difference<T*, raw_t<O>, F>{kept.at, raw(out), f});
  } else if (n > 0) {
    auto in = raw(first);
    auto to = raw(out);
    T before = in[0];
    to[0] = before;
    for (ptrdiff_t i = 1; i < n; i++) {
      const T own = in[i];
      to[i] = f(own, before);
      before = own;
    }
  }
  return out + n;
}
template <typename S, typename I, typename O> __WL_ANYWHERE O adjacent_difference(S s, I first, I last, O out) {
  return __wl::adjacent_difference(s, first, last, out, minus<>());
}

}  // namespace __wl

__WL_THRUST(for_each) __WL_THRUST(for_each_n) __WL_THRUST(fill) __WL_THRUST(fill_n) __WL_THRUST(uninitialized_fill)
__WL_THRUST(uninitialized_fill_n) __WL_THRUST(uninitialized_copy) __WL_THRUST(sequence) __WL_THRUST(tabulate)
__WL_THRUST(generate) __WL_THRUST(generate_n) __WL_THRUST(transform) __WL_THRUST(transform_if) __WL_THRUST(gather)
__WL_THRUST(gather_if) __WL_THRUST(scatter) __WL_THRUST(scatter_if) __WL_THRUST(replace) __WL_THRUST(replace_if)
__WL_THRUST(replace_copy) __WL_THRUST(replace_copy_if) __WL_THRUST(swap_ranges) __WL_THRUST(reverse) __WL_THRUST(reverse_copy)
__WL_THRUST(adjacent_difference)

}  // namespace thrust
