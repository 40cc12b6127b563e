// Exceptions that hold another one, with their members defined.
#pragma once
#include_next <__exception/nested_exception.h>
#include <__exception/terminate.h>
namespace std {
inline nested_exception::nested_exception() noexcept : __ptr_(current_exception()) {}
inline nested_exception::~nested_exception() noexcept {}
[[noreturn]] inline void nested_exception::rethrow_nested() const {
  if (!__ptr_) terminate();
  rethrow_exception(__ptr_);
}
}
