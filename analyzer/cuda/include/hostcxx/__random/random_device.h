// A random device that gives the same numbers in every run.
#pragma once
#include <__config>
#include <string>
_LIBCPP_BEGIN_NAMESPACE_STD
class random_device {
  unsigned state = 0x9e3779b9u;

public:
  typedef unsigned result_type;
  random_device() {}
  explicit random_device(const string&) {}
  random_device(const random_device&) = delete;
  void operator=(const random_device&) = delete;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }
  double entropy() const noexcept { return 0; }
  result_type operator()() {
    state = state * 1664525u + 1013904223u;
    return state ^ (state >> 16);
  }
};
_LIBCPP_END_NAMESPACE_STD
