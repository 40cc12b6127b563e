// Profiler annotations of C++: no effect here.
#pragma once

#include "nvToolsExt.h"

namespace nvtx3 {
inline namespace v1 {
struct rgb { unsigned char red, green, blue; };
struct argb { unsigned char alpha, red, green, blue; };
struct color {
  explicit constexpr color(unsigned int) {}
  constexpr color(rgb) {}
  constexpr color(argb) {}
};
struct category { explicit constexpr category(unsigned int) {} };
struct payload { template <typename T> explicit constexpr payload(T) {} };
struct domain {
  struct global {};
};
template <typename D = domain::global> struct named_category_in : category {
  explicit named_category_in(unsigned int id, const char* = "") : category(id) {}
};
using named_category = named_category_in<>;
template <typename D = domain::global> struct registered_string_in { explicit registered_string_in(const char*) {} };
using registered_string = registered_string_in<>;
struct event_attributes { template <typename... A> explicit constexpr event_attributes(const A&...) {} };
template <typename D = domain::global> struct scoped_range_in {
  scoped_range_in() {}
  template <typename... A> explicit scoped_range_in(const A&...) {}
  scoped_range_in(const scoped_range_in&) = delete;
  ~scoped_range_in() {}
};
using scoped_range = scoped_range_in<>;
using thread_range = scoped_range;
template <typename D = domain::global> struct unique_range_in {
  template <typename... A> explicit unique_range_in(const A&...) {}
  ~unique_range_in() {}
};
using unique_range = unique_range_in<>;
struct range_handle {};
template <typename... A> inline range_handle start_range(const A&...) { return range_handle(); }
template <typename D, typename... A> inline range_handle start_range_in(const A&...) { return range_handle(); }
inline void end_range(range_handle) {}
template <typename D> inline void end_range_in(range_handle) {}
template <typename... A> inline void mark(const A&...) {}
template <typename D, typename... A> inline void mark_in(const A&...) {}
}  // namespace v1
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() ::nvtx3::scoped_range nvtx3_range__(__func__)
#define NVTX3_FUNC_RANGE_IN(D) ::nvtx3::scoped_range_in<D> nvtx3_range__(__func__)
