// Shared pointers, with their exception's members defined.
#pragma once
#include_next <__memory/shared_ptr.h>
namespace std {
inline bad_weak_ptr::~bad_weak_ptr() noexcept {}
inline const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
}
