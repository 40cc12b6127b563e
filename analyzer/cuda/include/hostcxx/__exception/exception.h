// The base of all exceptions, with its members defined.
#pragma once
#include_next <__exception/exception.h>
namespace std {
inline exception::~exception() noexcept {}
inline const char* exception::what() const noexcept { return "std::exception"; }
inline bad_exception::~bad_exception() noexcept {}
inline const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
}
