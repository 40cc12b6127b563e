// Nothing of `basic_string` is left to a compiled half: what a program uses is instantiated in it.
#pragma once
#define _LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(_Func, _CharType)
#define _LIBCPP_STRING_UNSTABLE_EXTERN_TEMPLATE_LIST(_Func, _CharType)
