"""One kernel for each mathematical function: what it takes from memory, it gives to the function, and nothing else.

    python3 test/hardware/language/generateFunctions.py

writes `functions.cu` beside this file. Recorded with Nsight Compute's counters of floating-point operations alone.
"""

import os

one="acos acosh asin asinh atan atanh cbrt ceil cos cosh cospi erf erfc erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs floor j0 j1 lgamma log log10 log1p log2 logb nearbyint normcdf normcdfinv rcbrt rint round rsqrt sin sinh sinpi sqrt tan tanh tgamma trunc y0 y1".split()
two="atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder rhypot".split()
fast1="__cosf __sinf __tanf __expf __exp10f __logf __log2f __log10f __frcp_rn __fsqrt_rn __frsqrt_rn __saturatef".split()
fast2="__powf __fdividef __fdiv_rn __fmul_rn __fadd_rn".split()
src=["// Mathematical functions, each in a kernel by itself, over four ranges of values.","#include <cstdio>","#include <cmath>"]
names=[]
def k(name,T,expr):
    names.append((name,T)); src.append(f"__global__ void k_{name}(const {T}* in, {T}* out) {{ {T} x = in[threadIdx.x], y = in[threadIdx.x + 32]; out[threadIdx.x] = {expr}; }}")
for T,s in (("float","f"),("double","")):
    for f in one: k(f"{f}{s}_{T}",T,f"{f}{s}(x)")
    for f in two: k(f"{f}{s}_{T}",T,f"{f}{s}(x, y)")
    k(f"norm3d_{T}",T,f"norm3d{s}(x, y, x)"); k(f"norm4d_{T}",T,f"norm4d{s}(x, y, x, y)"); k(f"rnorm3d_{T}",T,f"rnorm3d{s}(x, y, x)")
    k(f"ldexp_{T}",T,f"ldexp{s}(x, 3)"); k(f"scalbn_{T}",T,f"scalbn{s}(x, 5)")
    k(f"sincos_{T}",T,f"({{ {T} a, b; sincos{s}(x, &a, &b); a > b ? a : b; }})"); k(f"sincospi_{T}",T,f"({{ {T} a, b; sincospi{s}(x, &a, &b); a > b ? a : b; }})")
    k(f"frexp_{T}",T,f"({{ int e; {T} m = frexp{s}(x, &e); e > 100 ? y : m; }})"); k(f"modf_{T}",T,f"({{ {T} w; {T} m = modf{s}(x, &w); w > 1000 ? y : m; }})")
    k(f"lround_{T}",T,f"({T})(int)lround{s}(x)"); k(f"llrint_{T}",T,f"({T})(int)llrint{s}(x)"); k(f"ilogb_{T}",T,f"({T})ilogb{s}(x)")
    k(f"div_{T}",T,"x / y"); k(f"rcp_{T}",T,f"({T})1 / x"); k(f"mad_{T}",T,"x * y + x")
    k(f"pow2_{T}",T,f"pow{s}(({T})2, x)"); k(f"powx2_{T}",T,f"pow{s}(x, ({T})2)"); k(f"powx3_{T}",T,f"pow{s}(x, ({T})3)"); k(f"powhalf_{T}",T,f"pow{s}(x, ({T})0.5)"); k(f"powi_{T}",T,f"pow{s}(x, ({T})5)"); k(f"powc_{T}",T,f"pow{s}(x, ({T})1.7)")
    k(f"select_{T}",T,"({ "+T+" r = x * y; if (x > y) r = 1 - r; r; })")
for f in fast1: k(f"{f}_float","float",f"{f}(x)")
for f in fast2: k(f"{f}_float","float",f"{f}(x, y)")
k("ddiv_rn_double","double","__ddiv_rn(x, y)"); k("drcp_double","double","__drcp_rn(x)"); k("dsqrt_double","double","__dsqrt_rn(x)")
src.append('''template <class T> static T* values(double from, double to) { T h[64]; for (int i = 0; i < 64; i++) h[i] = (T)(from + (to - from) * ((i * 37) % 64) / 63.0); T* d; cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); return d; }
int main() {
  double ranges[4][2] = {{0.1, 0.9}, {1.1, 6.0}, {20.0, 60.0}, {-0.8, -0.2}};
  for (auto& r : ranges) {
    float *fi = values<float>(r[0], r[1]), *fo; double *di = values<double>(r[0], r[1]), *dout; cudaMalloc(&fo, 256); cudaMalloc(&dout, 512);''')
for n,T in names: src.append(f"    k_{n}<<<1, 32>>>({'fi, fo' if T=='float' else 'di, dout'});")
src.append('  }\n  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));\n}')
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "functions.cu"), "w") as file:
    file.write("\n".join(src) + "\n")
