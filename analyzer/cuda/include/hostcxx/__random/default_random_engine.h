// The engine that g++ has under this name.
#pragma once
#include <__config>
#include <__random/linear_congruential_engine.h>
_LIBCPP_BEGIN_NAMESPACE_STD
typedef minstd_rand0 default_random_engine;
_LIBCPP_END_NAMESPACE_STD
