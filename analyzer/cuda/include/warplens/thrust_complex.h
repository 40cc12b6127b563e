// Complex numbers of both sides, with the mathematics of their documentation.
#pragma once

#include "define.h"

#include <__fwd/complex.h>
#include <iosfwd>
#include <math.h>
#include <type_traits>

namespace thrust {

template <typename T> struct complex {
  typedef T value_type;
  __host__ __device__ constexpr complex(const T& re = T(), const T& im = T()) : x(re), y(im) {}
  complex(const complex&) = default;
  template <typename U> __host__ __device__ constexpr complex(const complex<U>& z) : x(T(z.real())), y(T(z.imag())) {}
  template <typename U> complex(const std::complex<U>& z) : x(T(z.real())), y(T(z.imag())) {}
  complex& operator=(const complex&) = default;
  __host__ __device__ complex& operator=(const T& re) { return x = re, y = T(), *this; }
  template <typename U> __host__ __device__ complex& operator=(const complex<U>& z) { return x = T(z.real()), y = T(z.imag()), *this; }
  template <typename U> operator std::complex<U>() const { return std::complex<U>(U(x), U(y)); }
  __host__ __device__ constexpr T real() const { return x; }
  __host__ __device__ constexpr T imag() const { return y; }
  __host__ __device__ void real(T re) { x = re; }
  __host__ __device__ void imag(T im) { y = im; }
  template <typename U> __host__ __device__ complex& operator+=(const U& z) { return *this = *this + z; }
  template <typename U> __host__ __device__ complex& operator-=(const U& z) { return *this = *this - z; }
  template <typename U> __host__ __device__ complex& operator*=(const U& z) { return *this = *this * z; }
  template <typename U> __host__ __device__ complex& operator/=(const U& z) { return *this = *this / z; }

private:
  T x, y;
};

#define __WL_C template <typename T> __host__ __device__ inline
// An operand that is a plain number is deduced from the complex one beside it.
#define __WL_NUMBER typename complex<T>::value_type
__WL_C complex<T> operator+(const complex<T>& a, const complex<T>& b) { return {a.real() + b.real(), a.imag() + b.imag()}; }
__WL_C complex<T> operator-(const complex<T>& a, const complex<T>& b) { return {a.real() - b.real(), a.imag() - b.imag()}; }
__WL_C complex<T> operator*(const complex<T>& a, const complex<T>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// Scaled by the divisor's size, so that squares neither overflow nor vanish.
__WL_C complex<T> operator/(const complex<T>& a, const complex<T>& b) {
  const T size = ::fabs(b.real()) + ::fabs(b.imag());
  const T scale = T(1) / size;
  const T ar = a.real() * scale, ai = a.imag() * scale, br = b.real() * scale, bi = b.imag() * scale;
  const T square = T(1) / (br * br + bi * bi);
  return {(ar * br + ai * bi) * square, (ai * br - ar * bi) * square};
}
__WL_C complex<T> operator+(const complex<T>& a, const __WL_NUMBER& b) { return {a.real() + b, a.imag()}; }
__WL_C complex<T> operator+(const __WL_NUMBER& a, const complex<T>& b) { return {a + b.real(), b.imag()}; }
__WL_C complex<T> operator-(const complex<T>& a, const __WL_NUMBER& b) { return {a.real() - b, a.imag()}; }
__WL_C complex<T> operator-(const __WL_NUMBER& a, const complex<T>& b) { return {a - b.real(), -b.imag()}; }
__WL_C complex<T> operator*(const complex<T>& a, const __WL_NUMBER& b) { return {a.real() * b, a.imag() * b}; }
__WL_C complex<T> operator*(const __WL_NUMBER& a, const complex<T>& b) { return {a * b.real(), a * b.imag()}; }
__WL_C complex<T> operator/(const complex<T>& a, const __WL_NUMBER& b) { return {a.real() / b, a.imag() / b}; }
__WL_C complex<T> operator/(const __WL_NUMBER& a, const complex<T>& b) { return complex<T>(a) / b; }
__WL_C complex<T> operator+(const complex<T>& a) { return a; }
__WL_C complex<T> operator-(const complex<T>& a) { return {-a.real(), -a.imag()}; }
__WL_C bool operator==(const complex<T>& a, const complex<T>& b) { return a.real() == b.real() && a.imag() == b.imag(); }
__WL_C bool operator!=(const complex<T>& a, const complex<T>& b) { return !(a == b); }
__WL_C bool operator==(const complex<T>& a, const __WL_NUMBER& b) { return a.real() == b && a.imag() == T(); }
__WL_C bool operator!=(const complex<T>& a, const __WL_NUMBER& b) { return !(a == b); }
__WL_C bool operator==(const __WL_NUMBER& a, const complex<T>& b) { return b == a; }
__WL_C bool operator!=(const __WL_NUMBER& a, const complex<T>& b) { return !(b == a); }

__WL_C T abs(const complex<T>& z) { return ::hypot(z.real(), z.imag()); }
__WL_C T arg(const complex<T>& z) { return ::atan2(z.imag(), z.real()); }
__WL_C T norm(const complex<T>& z) { return z.real() * z.real() + z.imag() * z.imag(); }
__WL_C complex<T> conj(const complex<T>& z) { return {z.real(), -z.imag()}; }
__WL_C complex<T> polar(const T& size, const T& angle = T()) { return {size * ::cos(angle), size * ::sin(angle)}; }
__WL_C complex<T> proj(const complex<T>& z) {
  if (::isinf(z.real()) || ::isinf(z.imag())) return {T(INFINITY), ::copysign(T(0), z.imag())};
  return z;
}
__WL_C complex<T> exp(const complex<T>& z) { return thrust::polar(T(::exp(z.real())), z.imag()); }
__WL_C complex<T> log(const complex<T>& z) { return {::log(thrust::abs(z)), thrust::arg(z)}; }
__WL_C complex<T> log10(const complex<T>& z) { return thrust::log(z) / T(2.30258509299404568402); }
__WL_C complex<T> sqrt(const complex<T>& z) { return thrust::polar(T(::sqrt(thrust::abs(z))), thrust::arg(z) / T(2)); }
__WL_C complex<T> pow(const complex<T>& a, const complex<T>& b) { return thrust::exp(thrust::log(a) * b); }
__WL_C complex<T> pow(const complex<T>& a, const __WL_NUMBER& b) { return thrust::exp(thrust::log(a) * b); }
__WL_C complex<T> pow(const __WL_NUMBER& a, const complex<T>& b) { return thrust::exp(T(::log(a)) * b); }
__WL_C complex<T> sin(const complex<T>& z) { return {::sin(z.real()) * ::cosh(z.imag()), ::cos(z.real()) * ::sinh(z.imag())}; }
__WL_C complex<T> cos(const complex<T>& z) { return {::cos(z.real()) * ::cosh(z.imag()), -::sin(z.real()) * ::sinh(z.imag())}; }
__WL_C complex<T> sinh(const complex<T>& z) { return {::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag())}; }
__WL_C complex<T> cosh(const complex<T>& z) { return {::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag())}; }
__WL_C complex<T> tan(const complex<T>& z) { return thrust::sin(z) / thrust::cos(z); }
__WL_C complex<T> tanh(const complex<T>& z) { return thrust::sinh(z) / thrust::cosh(z); }
// Inverse functions by roots of 1 - z and 1 + z, which do not cancel where z is small or large, and have their cuts where C
// has them. Reference: W. Kahan, "Branch Cuts for Complex Elementary Functions", 1987.
__WL_C complex<T> asin(const complex<T>& z) {
  const complex<T> less = thrust::sqrt(complex<T>(T(1) - z.real(), -z.imag())), more = thrust::sqrt(complex<T>(T(1) + z.real(), z.imag()));
  return {::atan2(z.real(), (less * more).real()), ::asinh((thrust::conj(less) * more).imag())};
}
__WL_C complex<T> acos(const complex<T>& z) {
  const complex<T> less = thrust::sqrt(complex<T>(T(1) - z.real(), -z.imag())), more = thrust::sqrt(complex<T>(T(1) + z.real(), z.imag()));
  return {T(2) * ::atan2(less.real(), more.real()), ::asinh((thrust::conj(more) * less).imag())};
}
__WL_C complex<T> acosh(const complex<T>& z) {
  const complex<T> less = thrust::sqrt(complex<T>(z.real() - T(1), z.imag())), more = thrust::sqrt(complex<T>(z.real() + T(1), z.imag()));
  return {::asinh((thrust::conj(less) * more).real()), T(2) * ::atan2(less.imag(), more.real())};
}
__WL_C complex<T> atanh(const complex<T>& z) {
  const T square = z.imag() * z.imag(), away = T(1) - z.real();
  return {::log1p(T(4) * z.real() / (away * away + square)) / T(4), ::atan2(T(2) * z.imag(), away * (T(1) + z.real()) - square) / T(2)};
}
// The functions of a right angle are those of a straight one, turned.
__WL_C complex<T> asinh(const complex<T>& z) {
  const complex<T> turned = thrust::asin(complex<T>(-z.imag(), z.real()));
  return {turned.imag(), -turned.real()};
}
__WL_C complex<T> atan(const complex<T>& z) {
  const complex<T> turned = thrust::atanh(complex<T>(-z.imag(), z.real()));
  return {turned.imag(), -turned.real()};
}
#undef __WL_C
#undef __WL_NUMBER

template <typename T, typename C, typename R> std::basic_ostream<C, R>& operator<<(std::basic_ostream<C, R>& out, const complex<T>& z) {
  return out << '(' << z.real() << ',' << z.imag() << ')';
}

}  // namespace thrust
