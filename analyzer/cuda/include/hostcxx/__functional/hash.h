// Hashes with libstdc++'s values: integers are their own, bytes and real numbers go through MurmurHash64A (Appleby, 2008, in the
// public domain) with the seed that libstdc++ starts from. So unordered containers have the order that programs built with g++ show.
#pragma once
#include_next <__functional/hash.h>
_LIBCPP_BEGIN_NAMESPACE_STD
inline size_t __hash_memory(_LIBCPP_NOESCAPE const void* from, size_t size) noexcept {
  constexpr size_t factor = 0xc6a4a7935bd1e995, seed = 0xc70f6907;
  const auto mixed = [](size_t v) { return v ^ (v >> 47); };
  const unsigned char* bytes = static_cast<const unsigned char*>(from);
  size_t hash = seed ^ (size * factor);
  for (; size >= 8; size -= 8, bytes += 8) {
    size_t word;
    __builtin_memcpy(&word, bytes, 8);
    hash = (hash ^ (mixed(word * factor) * factor)) * factor;
  }
  if (size > 0) {
    size_t word = 0;
    for (size_t i = 0; i < size; ++i) word |= size_t(bytes[i]) << (8 * i);
    hash = (hash ^ word) * factor;
  }
  return mixed(mixed(hash) * factor);
}
template <> struct __scalar_hash<float> : __unary_function<float, size_t> {
  size_t operator()(float value) const noexcept { return std::__hash_memory(&value, sizeof value); }
};
template <> struct __scalar_hash<double> : __unary_function<double, size_t> {
  size_t operator()(double value) const noexcept { return std::__hash_memory(&value, sizeof value); }
};
_LIBCPP_END_NAMESPACE_STD
