// What stands between the two halves of a pair: functions without a branch leave one load, the others two.
#define T threadIdx.x

#define BETWEEN(NAME, VALUE)                                                                                              \
  __global__ void NAME(const float2* pairs, float* out) {                                                                 \
    float x = pairs[T].x;                                                                                                 \
    float value = VALUE;                                                                                                  \
    out[T] = x + value * pairs[T].y;                                                                                      \
  }

BETWEEN(exponential, expf(x))
BETWEEN(exponential_base_2, exp2f(x))
BETWEEN(exponential_base_10, exp10f(x))
BETWEEN(exponential_less_1, expm1f(x))
BETWEEN(fast_exponential, __expf(x))
BETWEEN(fast_sine, __sinf(x))
BETWEEN(fast_power, __powf(x, 1.5f))
BETWEEN(quotient, 1 / x)
BETWEEN(fast_quotient, __fdividef(2.0f, x))
BETWEEN(root, sqrtf(x))
BETWEEN(reciprocal_root, rsqrtf(x))
BETWEEN(cube_root, cbrtf(x))
BETWEEN(hyperbolic_tangent, tanhf(x))
BETWEEN(hyperbolic_sine, sinhf(x))
BETWEEN(arc_cosine, acosf(x))
BETWEEN(length, hypotf(x, 2.0f))
BETWEEN(rest_of_error, erfcf(x))
BETWEEN(rounding, rintf(x))
BETWEEN(bits, (float)__popc((int)x))
BETWEEN(integer_quotient, (float)((int)x / (int)T))
BETWEEN(root_in_double, (float)sqrt((double)x))

BETWEEN(sine, sinf(x))
BETWEEN(logarithm, logf(x))
BETWEEN(logarithm_of_1_and, log1pf(x))
BETWEEN(power, powf(x, 1.5f))
BETWEEN(remainder_of, fmodf(x, 1.5f))
BETWEEN(arc_tangent, atanf(x))
BETWEEN(error, erff(x))
BETWEEN(exponential_in_double, (float)exp((double)x))
BETWEEN(logarithm_in_double, (float)log((double)x))
BETWEEN(shuffle, __shfl_xor_sync(~0u, x, 1))
BETWEEN(ballot, (float)__ballot_sync(~0u, x > 1))
BETWEEN(match, (float)__match_any_sync(~0u, (int)x))
BETWEEN(sum_of_warp, (float)__reduce_add_sync(~0u, (int)x))
BETWEEN(active, (float)__activemask())
BETWEEN(time, (float)clock())

// The same between two stores to neighbouring words of shared memory, whose place the assembler knows.
#define APART(NAME, VALUE)                                                                                                \
  __global__ void NAME##_shared(const float* in, float* out) {                                                            \
    __shared__ float words[2];                                                                                            \
    float x = in[T], y = in[T + 32];                                                                                      \
    if (T == 0) {                                                                                                         \
      words[0] = x;                                                                                                       \
      words[1] = VALUE;                                                                                                   \
    }                                                                                                                     \
    __syncthreads();                                                                                                      \
    out[T] = words[0] * words[1];                                                                                         \
  }

APART(product, x * y)
APART(exponential, expf(y))
APART(exponential_less_1, expm1f(y))
APART(fast_sine, __sinf(y))
APART(reciprocal_root, rsqrtf(y))
APART(cube_root, cbrtf(y))
APART(hyperbolic_tangent, tanhf(y))
APART(arc_cosine, acosf(y))
APART(rest_of_error, erfcf(y))
APART(rounding, rintf(y))
APART(quotient, x / y)
APART(reciprocal, 1 / y)
APART(root, sqrtf(y))
APART(length, hypotf(y, 2.0f))
APART(integer_quotient, (float)((int)x / (int)y))
APART(root_in_double, (float)sqrt((double)y))
APART(quotient_in_double, (float)((double)x / (double)y))
APART(sine, sinf(y))
APART(logarithm, logf(y))
