// Instructions on packed bytes and halfwords inside one 32-bit register. Written as vector arithmetic, so that the IR
// shows `<4 x i8>` and `<2 x i16>` operations. Function-like macros, because a hundred functions would cost every compile.
#pragma once

#include "define.h"

typedef unsigned char __wl_u4 __attribute__((ext_vector_type(4)));
typedef signed char __wl_s4 __attribute__((ext_vector_type(4)));
typedef unsigned short __wl_u2 __attribute__((ext_vector_type(2)));
typedef short __wl_s2 __attribute__((ext_vector_type(2)));

#define __WL_AS(TYPE, x) __builtin_bit_cast(__wl_##TYPE, (unsigned int)(x))
#define __WL_WORD(v) __builtin_bit_cast(unsigned int, v)

#define __vadd2(a, b) __WL_WORD(__WL_AS(u2, a) + __WL_AS(u2, b))
#define __vsub2(a, b) __WL_WORD(__WL_AS(u2, a) - __WL_AS(u2, b))
#define __vaddus2(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vsubus2(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vminu2(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vmaxu2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vabsdiffu2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u2, a), __WL_AS(u2, b)) - __builtin_elementwise_min(__WL_AS(u2, a), __WL_AS(u2, b)))
#define __vaddss2(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vsubss2(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vmins2(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vmaxs2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vabsdiffs2(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s2, a), __WL_AS(s2, b)) - __builtin_elementwise_min(__WL_AS(s2, a), __WL_AS(s2, b)))
#define __vabs2(a) __WL_WORD(__builtin_elementwise_abs(__WL_AS(s2, a)))
#define __vabsss2(a) __WL_WORD(__builtin_elementwise_max(__WL_AS(s2, a), __builtin_elementwise_sub_sat(__wl_s2(0), __WL_AS(s2, a))))
#define __vneg2(a) __WL_WORD(-__WL_AS(s2, a))
#define __vnegss2(a) __WL_WORD(__builtin_elementwise_sub_sat(__wl_s2(0), __WL_AS(s2, a)))
#define __vavgu2(a, b) __WL_WORD((__WL_AS(u2, a) | __WL_AS(u2, b)) - ((__WL_AS(u2, a) ^ __WL_AS(u2, b)) >> 1))
#define __vhaddu2(a, b) __WL_WORD((__WL_AS(u2, a) & __WL_AS(u2, b)) + ((__WL_AS(u2, a) ^ __WL_AS(u2, b)) >> 1))
#define __vcmpeq2(a, b) __WL_WORD(__WL_AS(u2, a) == __WL_AS(u2, b))
#define __vseteq2(a, b) __WL_WORD((__WL_AS(u2, a) == __WL_AS(u2, b)) & 1)
#define __vcmpne2(a, b) __WL_WORD(__WL_AS(u2, a) != __WL_AS(u2, b))
#define __vsetne2(a, b) __WL_WORD((__WL_AS(u2, a) != __WL_AS(u2, b)) & 1)
#define __vcmpgtu2(a, b) __WL_WORD(__WL_AS(u2, a) > __WL_AS(u2, b))
#define __vsetgtu2(a, b) __WL_WORD((__WL_AS(u2, a) > __WL_AS(u2, b)) & 1)
#define __vcmpgts2(a, b) __WL_WORD(__WL_AS(s2, a) > __WL_AS(s2, b))
#define __vsetgts2(a, b) __WL_WORD((__WL_AS(s2, a) > __WL_AS(s2, b)) & 1)
#define __vcmpgeu2(a, b) __WL_WORD(__WL_AS(u2, a) >= __WL_AS(u2, b))
#define __vsetgeu2(a, b) __WL_WORD((__WL_AS(u2, a) >= __WL_AS(u2, b)) & 1)
#define __vcmpges2(a, b) __WL_WORD(__WL_AS(s2, a) >= __WL_AS(s2, b))
#define __vsetges2(a, b) __WL_WORD((__WL_AS(s2, a) >= __WL_AS(s2, b)) & 1)
#define __vcmpltu2(a, b) __WL_WORD(__WL_AS(u2, a) < __WL_AS(u2, b))
#define __vsetltu2(a, b) __WL_WORD((__WL_AS(u2, a) < __WL_AS(u2, b)) & 1)
#define __vcmplts2(a, b) __WL_WORD(__WL_AS(s2, a) < __WL_AS(s2, b))
#define __vsetlts2(a, b) __WL_WORD((__WL_AS(s2, a) < __WL_AS(s2, b)) & 1)
#define __vcmpleu2(a, b) __WL_WORD(__WL_AS(u2, a) <= __WL_AS(u2, b))
#define __vsetleu2(a, b) __WL_WORD((__WL_AS(u2, a) <= __WL_AS(u2, b)) & 1)
#define __vcmples2(a, b) __WL_WORD(__WL_AS(s2, a) <= __WL_AS(s2, b))
#define __vsetles2(a, b) __WL_WORD((__WL_AS(s2, a) <= __WL_AS(s2, b)) & 1)
#define __vadd4(a, b) __WL_WORD(__WL_AS(u4, a) + __WL_AS(u4, b))
#define __vsub4(a, b) __WL_WORD(__WL_AS(u4, a) - __WL_AS(u4, b))
#define __vaddus4(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vsubus4(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vminu4(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vmaxu4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vabsdiffu4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(u4, a), __WL_AS(u4, b)) - __builtin_elementwise_min(__WL_AS(u4, a), __WL_AS(u4, b)))
#define __vaddss4(a, b) __WL_WORD(__builtin_elementwise_add_sat(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vsubss4(a, b) __WL_WORD(__builtin_elementwise_sub_sat(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vmins4(a, b) __WL_WORD(__builtin_elementwise_min(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vmaxs4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vabsdiffs4(a, b) __WL_WORD(__builtin_elementwise_max(__WL_AS(s4, a), __WL_AS(s4, b)) - __builtin_elementwise_min(__WL_AS(s4, a), __WL_AS(s4, b)))
#define __vabs4(a) __WL_WORD(__builtin_elementwise_abs(__WL_AS(s4, a)))
#define __vabsss4(a) __WL_WORD(__builtin_elementwise_max(__WL_AS(s4, a), __builtin_elementwise_sub_sat(__wl_s4(0), __WL_AS(s4, a))))
#define __vneg4(a) __WL_WORD(-__WL_AS(s4, a))
#define __vnegss4(a) __WL_WORD(__builtin_elementwise_sub_sat(__wl_s4(0), __WL_AS(s4, a)))
#define __vavgu4(a, b) __WL_WORD((__WL_AS(u4, a) | __WL_AS(u4, b)) - ((__WL_AS(u4, a) ^ __WL_AS(u4, b)) >> 1))
#define __vhaddu4(a, b) __WL_WORD((__WL_AS(u4, a) & __WL_AS(u4, b)) + ((__WL_AS(u4, a) ^ __WL_AS(u4, b)) >> 1))
#define __vcmpeq4(a, b) __WL_WORD(__WL_AS(u4, a) == __WL_AS(u4, b))
#define __vseteq4(a, b) __WL_WORD((__WL_AS(u4, a) == __WL_AS(u4, b)) & 1)
#define __vcmpne4(a, b) __WL_WORD(__WL_AS(u4, a) != __WL_AS(u4, b))
#define __vsetne4(a, b) __WL_WORD((__WL_AS(u4, a) != __WL_AS(u4, b)) & 1)
#define __vcmpgtu4(a, b) __WL_WORD(__WL_AS(u4, a) > __WL_AS(u4, b))
#define __vsetgtu4(a, b) __WL_WORD((__WL_AS(u4, a) > __WL_AS(u4, b)) & 1)
#define __vcmpgts4(a, b) __WL_WORD(__WL_AS(s4, a) > __WL_AS(s4, b))
#define __vsetgts4(a, b) __WL_WORD((__WL_AS(s4, a) > __WL_AS(s4, b)) & 1)
#define __vcmpgeu4(a, b) __WL_WORD(__WL_AS(u4, a) >= __WL_AS(u4, b))
#define __vsetgeu4(a, b) __WL_WORD((__WL_AS(u4, a) >= __WL_AS(u4, b)) & 1)
#define __vcmpges4(a, b) __WL_WORD(__WL_AS(s4, a) >= __WL_AS(s4, b))
#define __vsetges4(a, b) __WL_WORD((__WL_AS(s4, a) >= __WL_AS(s4, b)) & 1)
#define __vcmpltu4(a, b) __WL_WORD(__WL_AS(u4, a) < __WL_AS(u4, b))
#define __vsetltu4(a, b) __WL_WORD((__WL_AS(u4, a) < __WL_AS(u4, b)) & 1)
#define __vcmplts4(a, b) __WL_WORD(__WL_AS(s4, a) < __WL_AS(s4, b))
#define __vsetlts4(a, b) __WL_WORD((__WL_AS(s4, a) < __WL_AS(s4, b)) & 1)
#define __vcmpleu4(a, b) __WL_WORD(__WL_AS(u4, a) <= __WL_AS(u4, b))
#define __vsetleu4(a, b) __WL_WORD((__WL_AS(u4, a) <= __WL_AS(u4, b)) & 1)
#define __vcmples4(a, b) __WL_WORD(__WL_AS(s4, a) <= __WL_AS(s4, b))
#define __vsetles4(a, b) __WL_WORD((__WL_AS(s4, a) <= __WL_AS(s4, b)) & 1)

__WL_HD unsigned int __vsadu4(unsigned int a, unsigned int b) {
  __wl_u4 d = __WL_AS(u4, __vabsdiffu4(a, b));
  return (unsigned int)d.x + d.y + d.z + d.w;
}
__WL_HD unsigned int __vsads4(unsigned int a, unsigned int b) {
  __wl_u4 d = __WL_AS(u4, __vabsdiffs4(a, b));
  return (unsigned int)d.x + d.y + d.z + d.w;
}
// Dot products of packed bytes, and of two halfwords with the low or high two bytes.
__WL_HD int __dp4a(int a, int b, int c) {
  __wl_s4 x = __WL_AS(s4, a), y = __WL_AS(s4, b);
  return c + x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
__WL_HD unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  __wl_u4 x = __WL_AS(u4, a), y = __WL_AS(u4, b);
  return c + x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
__WL_HD int __dp2a_lo(int a, int b, int c) {
  __wl_s2 x = __WL_AS(s2, a);
  __wl_s4 y = __WL_AS(s4, b);
  return c + x.x * y.x + x.y * y.y;
}
__WL_HD int __dp2a_hi(int a, int b, int c) {
  __wl_s2 x = __WL_AS(s2, a);
  __wl_s4 y = __WL_AS(s4, b);
  return c + x.x * y.z + x.y * y.w;
}
