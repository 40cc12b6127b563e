// Callable objects of any kind, with their exception's members defined.
#pragma once
#include_next <__functional/function.h>
namespace std {
inline bad_function_call::~bad_function_call() noexcept {}
inline const char* bad_function_call::what() const noexcept { return "bad_function_call"; }
}
