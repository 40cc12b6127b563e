// What every distribution with one or two parameters has beside its draw: the parameters as an object, and their names.
#pragma once
#include <__config>
#include <limits>

#define __WL_ONE_PARAMETER(NAME, RESULT, TYPE, A, DEFAULT)                                             \
  typedef RESULT result_type;                                                                          \
  class param_type {                                                                                   \
    TYPE __a_;                                                                                         \
                                                                                                       \
  public:                                                                                              \
    typedef NAME distribution_type;                                                                    \
    explicit param_type(TYPE __a = DEFAULT) : __a_(__a) {}                                             \
    TYPE A() const { return __a_; }                                                                    \
    friend bool operator==(const param_type& __x, const param_type& __y) { return __x.__a_ == __y.__a_; } \
    friend bool operator!=(const param_type& __x, const param_type& __y) { return !(__x == __y); }     \
  };                                                                                                   \
  explicit NAME(TYPE __a = DEFAULT) : __own_(__a) {}                                                   \
  explicit NAME(const param_type& __p) : __own_(__p) {}                                                \
  TYPE A() const { return __own_.A(); }                                                                \
  template <class _O> friend _O& operator<<(_O& __o, const NAME& __d) { __o << __d.A(); return __o; }  \
  __WL_PARAMETERS(NAME)

#define __WL_TWO_PARAMETERS(NAME, RESULT, TYPE_A, A, DEFAULT_A, TYPE_B, B, DEFAULT_B)                   \
  typedef RESULT result_type;                                                                          \
  class param_type {                                                                                   \
    TYPE_A __a_;                                                                                       \
    TYPE_B __b_;                                                                                       \
                                                                                                       \
  public:                                                                                              \
    typedef NAME distribution_type;                                                                    \
    explicit param_type(TYPE_A __a = DEFAULT_A, TYPE_B __b = DEFAULT_B) : __a_(__a), __b_(__b) {}      \
    TYPE_A A() const { return __a_; }                                                                  \
    TYPE_B B() const { return __b_; }                                                                  \
    friend bool operator==(const param_type& __x, const param_type& __y) { return __x.__a_ == __y.__a_ && __x.__b_ == __y.__b_; } \
    friend bool operator!=(const param_type& __x, const param_type& __y) { return !(__x == __y); }     \
  };                                                                                                   \
  explicit NAME(TYPE_A __a = DEFAULT_A, TYPE_B __b = DEFAULT_B) : __own_(__a, __b) {}                  \
  explicit NAME(const param_type& __p) : __own_(__p) {}                                                \
  TYPE_A A() const { return __own_.A(); }                                                              \
  TYPE_B B() const { return __own_.B(); }                                                              \
  template <class _O> friend _O& operator<<(_O& __o, const NAME& __d) { __o << __d.A() << ' ' << __d.B(); return __o; } \
  __WL_PARAMETERS(NAME)

#define __WL_PARAMETERS(NAME)                                                                          \
  param_type param() const { return __own_; }                                                          \
  void param(const param_type& __p) { __own_ = __p; }                                                  \
  template <class _G> result_type operator()(_G& __g) { return (*this)(__g, __own_); }                 \
  friend bool operator==(const NAME& __x, const NAME& __y) { return __x.__own_ == __y.__own_; }        \
  friend bool operator!=(const NAME& __x, const NAME& __y) { return !(__x == __y); }                   \
                                                                                                       \
private:                                                                                               \
  param_type __own_;                                                                                   \
                                                                                                       \
public:
