// Where arithmetic has edges: conversions that do not fit, shifts past the width, division by zero, NaN and signed zeros.
#include <math.h>
#include <stdio.h>

__device__ double edge(int i) {
    const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 127.5, 128.0, 255.5, -129.0, 32767.5, 65535.5, 2147483647.0, 2147483648.0, -2147483649.0,
                              4294967295.0, 4294967296.0, 9.3e18, -9.3e18, 1.9e19, 1e30, -1e30, 1e-40, 4.9e-324, 1e300, INFINITY, -INFINITY, NAN, -NAN};
    return special[i & 31];
}
__device__ long long whole(int i) {
    const long long special[] = {0, 1, -1, 2, 7, -7, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, -128, 32767, 32768, -32768, 65535, 2147483647ll, 2147483648ll, -2147483648ll,
                                 4294967295ll, 4294967296ll, 16777217ll, 9007199254740993ll, 9223372036854775807ll, -9223372036854775807ll - 1, 1234567891011ll, -99};
    return special[i & 31];
}

#define PUT(x) out[32 * row++ + i] = (unsigned long long)(x)
__global__ void conversions(unsigned long long* out) {
    int i = threadIdx.x, row = 0;
    double d = edge(i);
    float f = (float)d;
    PUT((int)f); PUT((unsigned)f); PUT((long long)f); PUT((unsigned long long)f); PUT((short)f); PUT((unsigned char)f);
    PUT((int)d); PUT((unsigned)d); PUT((long long)d); PUT((unsigned long long)d); PUT((short)d); PUT((signed char)d);
    PUT(__float2int_rn(f)); PUT(__float2int_rz(f)); PUT(__float2int_ru(f)); PUT(__float2int_rd(f)); PUT(__float2uint_rn(f)); PUT(__float2uint_ru(f));
    PUT(__float2ll_rn(f)); PUT(__float2ull_rd(f)); PUT(__double2int_rn(d)); PUT(__double2int_rd(d)); PUT(__double2uint_ru(d)); PUT(__double2ll_rn(d)); PUT(__double2ull_rz(d));
    PUT(__float_as_uint(__double2float_rn(d))); PUT(__float_as_uint(__double2float_rz(d))); PUT(__float_as_uint(__double2float_ru(d))); PUT(__float_as_uint(__double2float_rd(d)));
    long long n = whole(i);
    PUT(__float_as_uint((float)n)); PUT(__double_as_longlong((double)n)); PUT(__float_as_uint((float)(unsigned long long)n)); PUT(__double_as_longlong((double)(unsigned long long)n));
    PUT(__float_as_uint((float)(int)n)); PUT(__float_as_uint((float)(unsigned)n));
    PUT(__float_as_uint(__int2float_rz((int)n))); PUT(__float_as_uint(__int2float_ru((int)n))); PUT(__float_as_uint(__uint2float_rd((unsigned)n))); PUT(__float_as_uint(__ll2float_rz(n)));
    PUT(__float_as_uint(__ull2float_ru(n))); PUT(__double_as_longlong(__ll2double_rd(n))); PUT(__double_as_longlong(__ull2double_ru(n)));
    PUT(lrintf(f)); PUT(llround(d)); PUT(__float_as_uint(rintf(f))); PUT(__float_as_uint(roundf(f))); PUT(__double2hiint(d)); PUT(__double2loint(d)); PUT(__double_as_longlong(__hiloint2double(i, ~i)));
    PUT(isnan(f) | isinf(f) << 1 | isfinite(d) << 2 | signbit(d) << 3);
}
__global__ void arithmetic(unsigned long long* out) {
    int i = threadIdx.x & 31, row = 0;
    for (int shift = 0; shift < 4; ++shift) {
        double x = edge(i), y = edge(i * 7 + 5 * shift + 3);
        float f = (float)x, g = (float)y;
#define F(x) PUT(__float_as_uint(x))
#define D(x) PUT(__double_as_longlong(x))
        F(f + g); F(f - g); F(f * g); F(f / g); F(fminf(f, g)); F(fmaxf(f, g)); F(fmodf(f, g)); F(fdimf(f, g)); F(copysignf(f, g)); F(fmaf(f, g, 1.0f)); F(sqrtf(f)); F(-f);
        D(x + y); D(x - y); D(x * y); D(x / y); D(fmin(x, y)); D(fmax(x, y)); D(fmod(x, y)); D(fma(x, y, -1.0)); D(sqrt(x)); D(remainder(x, y));
        PUT((f < g) | (f <= g) << 1 | (f > g) << 2 | (f >= g) << 3 | (f == g) << 4 | (f != g) << 5);
        F(__fadd_rz(f, g)); F(__fadd_ru(f, g)); F(__fmul_rd(f, g)); F(__fmul_rz(f, g)); F(__fdiv_rn(f, g)); F(__fdiv_ru(f, g)); F(__frcp_rd(f)); F(__fsqrt_rz(f)); F(__fmaf_ru(f, g, 0.1f)); F(__fsub_rd(f, g));
        D(__dadd_rz(x, y)); D(__dmul_ru(x, y)); D(__ddiv_rd(x, y)); D(__drcp_ru(x)); D(__dsqrt_rd(x)); D(__fma_rz(x, y, 0.1)); D(__dsub_ru(x, y));
        F(__saturatef(f)); F(__fdividef(f, g)); F(__frcp_rn(f)); F(__frsqrt_rn(f)); F(rsqrtf(f));
        F(powf(f, g)); D(pow(x, y)); F(atan2f(f, g)); F(hypotf(f, g)); F(nextafterf(f, g)); F(ldexpf(f, (int)whole(i)));
        F(expf(f)); F(logf(f)); F(sinf(f)); F(tanhf(f)); F(cbrtf(f)); F(floorf(f)); F(truncf(f)); D(ceil(x)); D(exp(x)); D(log(x));
    }
}
__global__ void integers(unsigned long long* out, int zero) {
    int i = threadIdx.x, row = 0;
    for (int shift = 0; shift < 3; ++shift) {
        long long a = whole(i), b = whole(i * 5 + 7 * shift + 1);
        int c = (int)a, d = (int)b;
        PUT(c / d); PUT(c % d); PUT((unsigned)c / (unsigned)d); PUT((unsigned)c % (unsigned)d); PUT(a / b); PUT(a % b); PUT((unsigned long long)a / (unsigned long long)b);
        PUT((unsigned long long)a % (unsigned long long)b); PUT((short)c / (short)(d | 1)); PUT((unsigned char)c % (unsigned char)(d | 1));
        PUT(c << (d & 31)); PUT(c >> (d & 31)); PUT((unsigned)c >> (d & 31)); PUT(a << (d & 63)); PUT(a >> (d & 63));
        PUT(abs(c)); PUT(llabs(a)); PUT(min(c, d)); PUT(max((unsigned)c, (unsigned)d)); PUT(min(a, b)); PUT(max((unsigned long long)a, (unsigned long long)b));
        PUT(__mulhi(c, d)); PUT(__umul64hi(a, b)); PUT(__mul64hi(a, b)); PUT(__clz(c)); PUT(__clzll(a)); PUT(__ffs(c)); PUT(__ffsll(a)); PUT(__popcll(a)); PUT(__brevll(a));
    }
    PUT(i / zero); PUT((unsigned)i % (unsigned)zero); PUT((long long)i / zero); PUT((unsigned long long)i % (unsigned long long)zero);
}
struct Bits {
    unsigned a : 3, b : 7;
    int c : 11;
    unsigned long long d : 33;
    signed char e : 5;
};
__global__ void fields(unsigned long long* out) {
    int i = threadIdx.x, row = 0;
    Bits s;
    memset(&s, 0, sizeof s);
    s.a = i;
    s.b = i * 9;
    s.c = -i * 31;
    s.d = 0x155555555ull * i;
    s.e = i * 3;
    PUT(s.a); PUT(s.b); PUT(s.c); PUT(s.d); PUT(s.e); PUT(s.a + s.b * s.c);
    char text[40];
    int n = i % 33;
    memset(text, i, sizeof text);
    memset(text, 'a', n);
    memcpy(text + 3, text + 20, n / 2);
    for (int k = n; k > 0; --k) text[k] = text[k - 1];
    unsigned long long sum = 0;
    for (int k = 0; k < 40; ++k) sum = sum * 31 + text[k];
    PUT(sum);
}
__device__ unsigned long long twice(int x) { return 2 * x; }
__device__ unsigned long long square(int x) { return (unsigned long long)x * x; }
__device__ unsigned long long (*const table[])(int) = {twice, square};
__global__ void pointers(unsigned long long* out, int pick) {
    int i = threadIdx.x, row = 0;
    PUT(table[pick & 1](i)); PUT(table[(i + pick) & 1](i + 1));
    long long before = clock64();
    unsigned start = clock();
    __nanosleep(20);
    PUT(clock64() > before); PUT(clock() != start);
}

int main() {
    unsigned long long *out, host[32];
    const size_t size = 400 * 256;
    cudaMalloc(&out, size);
#define RUN(NAME, ROWS, ...)                                                        \
    cudaMemset(out, 0, size);                                                       \
    NAME<<<1, 32>>>(__VA_ARGS__);                                                   \
    for (int r = 0; r < ROWS; ++r) {                                                \
        cudaMemcpy(host, out + r * 32, 256, cudaMemcpyDeviceToHost);                \
        printf("%s %d", #NAME, r);                                                  \
        for (int i = 0; i < 32; ++i) printf(" %llx", host[i]);                      \
        printf("\n");                                                               \
    }
    RUN(conversions, 50, out)
    RUN(arithmetic, 4 * 61, out)
    RUN(integers, 3 * 30 + 4, out, 0)
    RUN(fields, 7, out)
    RUN(pointers, 4, out, 1)
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
