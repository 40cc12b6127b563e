// The system clock: the modelled time of day, in microseconds since 1970.
#pragma once
#include_next <__chrono/system_clock.h>
extern "C" long __wl_clock(int kind);
_LIBCPP_BEGIN_NAMESPACE_STD
inline chrono::system_clock::time_point chrono::system_clock::now() noexcept { return time_point(duration(__wl_clock(0) / 1000)); }
inline time_t chrono::system_clock::to_time_t(const time_point& t) noexcept { return t.time_since_epoch().count() / 1000000; }
inline chrono::system_clock::time_point chrono::system_clock::from_time_t(time_t t) noexcept { return time_point(seconds(t)); }
_LIBCPP_END_NAMESPACE_STD
