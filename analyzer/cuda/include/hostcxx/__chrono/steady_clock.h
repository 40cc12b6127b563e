// The steady clock: modelled nanoseconds since the program began.
#pragma once
#include_next <__chrono/steady_clock.h>
extern "C" long __wl_clock(int kind);
_LIBCPP_BEGIN_NAMESPACE_STD
inline chrono::steady_clock::time_point chrono::steady_clock::now() noexcept { return time_point(duration(__wl_clock(1))); }
_LIBCPP_END_NAMESPACE_STD
