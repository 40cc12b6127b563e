// Members of the standard exceptions. A message lives in a block of its own that copies share.
#pragma once
_LIBCPP_BEGIN_NAMESPACE_STD
// Before the text stands how many share it.
inline __libcpp_refstring::__libcpp_refstring(const char* text) {
  unsigned long size = __builtin_strlen(text) + 1;
  char* block = (char*)::operator new(size + sizeof(long));
  *(long*)block = 0;
  __builtin_memcpy(block + sizeof(long), text, size);
  __imp_ = block + sizeof(long);
}
inline __libcpp_refstring::__libcpp_refstring(const __libcpp_refstring& other) noexcept : __imp_(other.__imp_) { ++((long*)__imp_)[-1]; }
inline __libcpp_refstring& __libcpp_refstring::operator=(const __libcpp_refstring& other) noexcept {
  const char* old = __imp_;
  __imp_ = other.__imp_;
  ++((long*)__imp_)[-1];
  if (--((long*)old)[-1] < 0) ::operator delete((void*)((long*)old - 1));
  return *this;
}
inline __libcpp_refstring::~__libcpp_refstring() {
  if (--((long*)__imp_)[-1] < 0) ::operator delete((void*)((long*)__imp_ - 1));
}
_LIBCPP_END_NAMESPACE_STD
namespace std {
#define __WL_ERROR(NAME)                                                                              \
  inline NAME::NAME(const string& text) : __imp_(text.c_str()) {}                                     \
  inline NAME::NAME(const char* text) : __imp_(text) {}                                               \
  inline NAME::NAME(const NAME& other) noexcept : exception(other), __imp_(other.__imp_) {}           \
  inline NAME& NAME::operator=(const NAME& other) noexcept { __imp_ = other.__imp_; return *this; }   \
  inline NAME::~NAME() noexcept {}                                                                    \
  inline const char* NAME::what() const noexcept { return __imp_.c_str(); }
__WL_ERROR(logic_error)
__WL_ERROR(runtime_error)
#undef __WL_ERROR
inline domain_error::~domain_error() noexcept {}
inline invalid_argument::~invalid_argument() noexcept {}
inline length_error::~length_error() noexcept {}
inline out_of_range::~out_of_range() noexcept {}
inline range_error::~range_error() noexcept {}
inline overflow_error::~overflow_error() noexcept {}
inline underflow_error::~underflow_error() noexcept {}
}
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] inline void __throw_runtime_error(const char* text) { throw runtime_error(text); }
_LIBCPP_END_NAMESPACE_STD
