// Inline PTX that touches memory: state spaces, cache operators, vectors, atomics, reductions, copies, barriers.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                     \
    do {                                                                \
        cudaError_t status = (call);                                    \
        if (status != cudaSuccess) {                                    \
            printf("%s: %s\n", #call, cudaGetErrorString(status));      \
            return 1;                                                   \
        }                                                               \
    } while (0)

__device__ unsigned shared32(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void loads(const int* in, int* out) {
    int t = threadIdx.x, a, b, c, d, e, f;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(in + t));
    asm volatile("ld.global.ca.s32 %0, [%1+4];" : "=r"(b) : "l"(in + t));
    asm volatile("ld.global.cg.b32 %0, [%1+128];" : "=r"(c) : "l"(in + t) : "memory");
    asm("ld.global.nc.u32 %0, [%1];" : "=r"(d) : "l"(in + 2 * t));
    asm volatile("ld.u32 %0, [%1];" : "=r"(e) : "l"(in + 3 * t));
    asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(f) : "l"(in + 63 - t));
    out[t] = a + 3 * b + 5 * c + 7 * d + 11 * e + 13 * f;
}
__global__ void narrow(const unsigned char* in, int* out) {
    int t = threadIdx.x;
    unsigned short h;
    unsigned a, b;
    int c;
    long long q;
    asm volatile("ld.global.u16 %0, [%1];" : "=h"(h) : "l"(in + 2 * t));
    asm volatile("ld.global.u8 %0, [%1];" : "=r"(a) : "l"(in + t));
    asm volatile("ld.global.cs.u16 %0, [%1];" : "=r"(b) : "l"(in + 2 * t + 2));
    asm volatile("ld.global.s8 %0, [%1];" : "=r"(c) : "l"(in + t + 1));
    asm volatile("ld.global.b64 %0, [%1];" : "=l"(q) : "l"(in + 8 * t));
    out[t] = h + 3 * a + 5 * b + 7 * c + (int)(q >> 20);
    asm volatile("st.global.u8 [%0], %1;" ::"l"((unsigned char*)out + 1024 + t), "r"(a + 1) : "memory");
    asm volatile("st.global.u16 [%0], %1;" ::"l"((unsigned char*)out + 1280 + 2 * t), "h"(h) : "memory");
}
__global__ void vectors(const float* in, float* out) {
    int t = threadIdx.x;
    float a, b, c, d;
    unsigned x, y;
    double p, q;
    asm volatile("ld.global.nc.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(in + 4 * t));
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(in + 2 * t));
    asm volatile("ld.global.v2.f64 {%0, %1}, [%2];" : "=d"(p), "=d"(q) : "l"(in + 4 * t));
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + 4 * t), "f"(b), "f"(c), "f"(d), "f"(a) : "memory");
    asm volatile("st.global.wt.v2.u32 [%0], {%1, %2};" ::"l"(out + 128 + 2 * t), "r"(y), "r"(x) : "memory");
    asm volatile("st.global.L1::no_allocate.v2.f64 [%0], {%1, %2};" ::"l"(out + 192 + 4 * t), "d"(q), "d"(p) : "memory");
}
__global__ void sharedMemory(const int* in, int* out) {
    __shared__ __align__(16) int s[128];
    int t = threadIdx.x, a, b, c, d, e;
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared32(s + t)), "r"(in[t]) : "memory");
    asm volatile("st.shared.v2.b32 [%0+256], {%1, %2};" ::"r"(shared32(s + 2 * t)), "r"(in[t] + 1), "r"(in[t] + 2) : "memory");
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared32(s + 32 + t)), "r"(-t) : "memory");
    __syncwarp();
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(shared32(s + (t * 5 & 31))));
    asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(b), "=r"(c), "=r"(d), "=r"(e) : "r"(shared32(s + 4 * t)));
    out[t] = a + 3 * b + 5 * c + 7 * d + 11 * e;
    asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(a) : "r"(shared32(s + 32 * (t & 3))));
    out[32 + t] = a;
}
__global__ void atomics(int* out, unsigned long long* wide, float* real) {
    int t = threadIdx.x, a, b, c;
    unsigned long long w;
    float f;
    __shared__ int s[32];
    s[t] = t;
    __syncwarp();
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(a) : "l"(out + t), "r"(t) : "memory");
    asm volatile("red.global.add.s32 [%0], %1;" ::"l"(out + 32 + t), "r"(t) : "memory");
    asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" ::"l"(out + 64 + t / 2), "r"(t) : "memory");
    asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(b) : "l"(out + 96 + t), "r"(0), "r"(t + 5) : "memory");
    asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(c) : "r"(shared32(s + (t ^ 1))), "r"(7 * t) : "memory");
    asm volatile("atom.acq_rel.gpu.global.add.u64 %0, [%1], %2;" : "=l"(w) : "l"(wide + t), "l"((unsigned long long)t << 33) : "memory");
    asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(f) : "l"(real + t), "f"(0.5f * t) : "memory");
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(real + 32 + t), "f"(1.0f) : "memory");
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(shared32(s + t)), "r"(3) : "memory");
    out[128 + t] = a + 3 * b + 5 * c + (int)w + (int)f + s[t];
}
__global__ void vectorReductions(float* real) {
    int t = threadIdx.x;
    asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(real + 2 * t), "f"(1.0f), "f"((float)t) : "memory");
    asm volatile("red.global.v4.f32.add [%0], {%1, %2, %3, %4};" ::"l"(real + 128 + 4 * t), "f"(1.0f), "f"(2.0f), "f"(3.0f), "f"((float)t) : "memory");
}
__global__ void halvesAdded(unsigned* out) {
    int t = threadIdx.x;
    unsigned old;
    asm volatile("atom.global.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(out + t), "r"(0x3c004000 + t) : "memory");
    asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(out + 32 + t), "r"(0x3f803f80) : "memory");
    out[64 + t] = old;
}
__global__ void copies(const float* in, float* out) {
    __shared__ __align__(16) float s[32 * 4 + 32 * 2 + 64];
    int t = threadIdx.x;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(shared32(s + 4 * t)), "l"(in + 4 * t) : "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(shared32(s + 128 + 2 * t)), "l"(in + 128 + 2 * t), "n"(8) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;\n" ::"r"(shared32(s + 192 + t)), "l"(in + t), "r"(t & 1 ? 4 : 0) : "memory");
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %0, 0;\n @p cp.async.ca.shared.global [%1], [%2], 4;\n}\n" ::"r"(t & 3),
                 "r"(shared32(s + 224 + t)), "l"(in + t)
                 : "memory");
    asm volatile("cp.async.commit_group;\n" ::: "memory");
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0) : "memory");
    __syncwarp();
    for (int i = t; i < 224; i += 32) out[i] = s[i];
    out[224 + t] = t & 3 ? s[224 + t] : 0.0f;
}
__global__ void predicated(const int* in, int* out, int n) {
    int t = threadIdx.x, r;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %2, %3;\n\tmov.b32 %0, -1;\n\t@p ld.global.b32 %0, [%1];\n\t}" : "=r"(r) : "l"(in + t), "r"(t), "r"(n));
    out[t] = r;
    asm volatile("{ .reg .pred p; setp.ge.s32 p, %2, 7; @p st.global.b32 [%0], %1; }" ::"l"(out + 32 + t), "r"(t), "r"(t) : "memory");
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in + t));
    asm volatile("prefetch.global.L1 [%0];" ::"l"(in + t));
}
// Half of the block makes, half takes; two named barriers hold them together.
__global__ void named(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int round = 0; round < 3; ++round) {
        if (t < 64) {
            if (round) asm volatile("bar.sync 2, 128;" ::: "memory");
            s[t] = in[t + 64 * round] * 2;
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            out[64 * round + t - 64] = s[127 - t];
            if (round < 2) asm volatile("bar.arrive %0, %1;" ::"r"(2), "n"(128) : "memory");
        }
    }
    asm volatile("barrier.sync 0;" ::: "memory");
    int any;
    asm volatile("{ .reg .pred p, q; setp.eq.s32 p, %1, 100; barrier.red.or.pred q, 3, p; selp.s32 %0, 1, 0, q; }" : "=r"(any) : "r"(t));
    out[192 + t] = any;
}
__global__ void registersOf(unsigned* out) {
    unsigned t = threadIdx.x + blockIdx.x * blockDim.x, r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    out[t] = r;
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(r));
    out[64 + t] = r;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    out[128 + t] = r;
    asm("mov.u32 %0, %%tid.x;" : "=r"(r));
    out[192 + t] = r;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(r));
    out[256 + t] = r;
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(r));
    out[320 + t] = r;
    asm("mov.u32 %0, %%ntid.x;" : "=r"(r));
    out[384 + t] = r;
    asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(r));
    out[448 + t] = r > 0;
}
// Arithmetic that C++ has no name for.
__global__ void arithmetic(const unsigned* in, unsigned* out) {
    unsigned t = threadIdx.x, a = in[t], b = in[t + 32], c = in[t + 64], r, s, u;
    unsigned long long w;
    float f;
    int row = 0;
#define PUT(x) out[32 * row++ + t] = (x)
    asm("add.cc.u32 %0, %3, %4;\n\taddc.cc.u32 %1, %4, %5;\n\taddc.u32 %2, 0, 0;" : "=r"(r), "=r"(s), "=r"(u) : "r"(a), "r"(b), "r"(c));
    PUT(r); PUT(s); PUT(u);
    asm("sub.cc.u32 %0, %2, %3;\n\tsubc.u32 %1, %3, %4;" : "=r"(r), "=r"(s) : "r"(a), "r"(b), "r"(c));
    PUT(r); PUT(s);
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(a), "r"(b));
    PUT((unsigned)(w >> 32)); PUT((unsigned)w);
    asm("mul.hi.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); PUT(r);
    asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r);
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(w) : "r"(a), "r"(b), "l"((long long)c)); PUT((unsigned)(w >> 32)); PUT((unsigned)w);
    asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, 0;" : "=r"(r), "=r"(s) : "r"(a), "r"(b), "r"(c)); PUT(r); PUT(s);
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c & 63)); PUT(r);
    asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c & 63)); PUT(r);
    asm("shl.b32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(c & 63)); PUT(r);
    asm("shr.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(c & 63)); PUT(r);
    asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(a >> (c & 31))); PUT(r);
    asm("brev.b32 %0, %1;" : "=r"(r) : "r"(a)); PUT(r);
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b & 31), "r"(c & 31)); PUT(r);
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r) : "r"(a & 31), "r"(b & 31)); PUT(r);
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c & 3)); PUT(r);
    asm("vadd4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r);
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r);
    asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r);
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r);
    asm("min.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); PUT(r);
    asm("abs.s32 %0, %1;" : "=r"(r) : "r"(a)); PUT(r);
    asm("not.b32 %0, %1;" : "=r"(r) : "r"(a)); PUT(r);
    asm("cnot.b32 %0, %1;" : "=r"(r) : "r"(a & 1)); PUT(r);
    asm("{ .reg .pred p; setp.gt.u32 p, %1, %2; selp.u32 %0, %1, %3, p; }" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r);
    asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r);
    asm("set.lt.u32.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); PUT(r);
    asm("{ .reg .u32 x, y; mov.b64 {x, y}, %1; xor.b32 %0, x, y; }" : "=r"(r) : "l"((unsigned long long)a << 32 | b)); PUT(r);
    asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(a), "r"(b)); PUT((unsigned)(w >> 32)); PUT((unsigned)w);
    asm("{ .reg .f16 h, l; mov.b32 {l, h}, %1; mov.b32 %0, {h, l}; }" : "=r"(r) : "r"(a)); PUT(r);
    asm("cvt.rn.f32.u32 %0, %1;" : "=f"(f) : "r"(a)); PUT(__float_as_uint(f));
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(a))); PUT(r);
    asm("cvt.sat.u8.s32 %0, %1;" : "=r"(r) : "r"(a % 700 - 300)); PUT(r);
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"((float)(int)a * 1e-6f), "f"((float)(int)b * 1e-6f)); PUT(r);
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"((float)(int)a), "f"((float)(int)b)); PUT(r);
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a & 0x3fff3fff), "r"(b & 0x3fff3fff), "r"(c & 0x3fff3fff)); PUT(r);
    asm("add.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a & 0x3fff3fff), "r"(b & 0x3fff3fff)); PUT(r);
    asm("mul.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a & 0x3fff3fff), "r"(b & 0x3fff3fff)); PUT(r);
    asm("max.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a & 0x3fff3fff), "r"(b & 0x3fff3fff)); PUT(r);
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"((float)(int)a), "f"((float)(int)b), "f"((float)(int)c)); PUT(__float_as_uint(f));
    asm("add.rz.f32 %0, %1, %2;" : "=f"(f) : "f"((float)(int)a), "f"((float)(int)b)); PUT(__float_as_uint(f));
    asm("min.f32 %0, %1, %2;" : "=f"(f) : "f"((float)(int)a), "f"((float)(int)b)); PUT(__float_as_uint(f));
    asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; @p mov.u32 %0, 5; @!p mov.u32 %0, 6; }" : "=r"(r) : "f"((float)(int)a), "f"((float)(int)b)); PUT(r);
    asm("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.b32 %0, 1, 0, p; }" : "=r"(r)); PUT(r);
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(r) : "r"(a & 4)); PUT(r);
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(a), "r"(5)); PUT(r);
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(a)); PUT(r);
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(a & 3)); PUT(r);
    asm volatile("activemask.b32 %0;" : "=r"(r)); PUT(r);
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b & 31)); PUT(r);
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b & 31), "r"((int)(c & 7) - 3)); PUT(r);
}

static unsigned int checksum(const void* device, size_t bytes) {
    unsigned char* host = (unsigned char*)malloc(bytes);
    cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    unsigned int sum = 2166136261u;
    for (size_t i = 0; i < bytes; ++i) sum = (sum ^ host[i]) * 16777619u;
    free(host);
    return sum;
}

int main() {
    static int words[2048];
    for (unsigned i = 0; i < 2048; ++i) words[i] = (int)(i * 2654435761u ^ i << 7);
    int *in, *out;
    CHECK(cudaMalloc(&in, 8192));
    CHECK(cudaMalloc(&out, 8192));
    CHECK(cudaMemcpy(in, words, 8192, cudaMemcpyHostToDevice));
#define RUN(NAME, BLOCKS, THREADS, ...)               \
    CHECK(cudaMemset(out, 0, 8192));                  \
    NAME<<<BLOCKS, THREADS>>>(__VA_ARGS__);           \
    CHECK(cudaDeviceSynchronize());                   \
    printf("%s %08x\n", #NAME, checksum(out, 8192));
    RUN(loads, 1, 32, in, out)
    RUN(narrow, 1, 32, (unsigned char*)in, out)
    RUN(vectors, 1, 32, (float*)in, (float*)out)
    RUN(sharedMemory, 1, 32, in, out)
    RUN(atomics, 1, 32, out, (unsigned long long*)(out + 512), (float*)out + 1024)
    RUN(vectorReductions, 1, 32, (float*)out)
    RUN(halvesAdded, 1, 32, (unsigned*)out)
    RUN(copies, 1, 32, (float*)in, (float*)out)
    RUN(predicated, 1, 32, in, out, 20)
    RUN(named, 1, 128, in, out)
    RUN(registersOf, 2, 32, (unsigned*)out)
    RUN(arithmetic, 1, 32, (unsigned*)in, (unsigned*)out)
    CHECK(cudaMemcpy(words, out, 8192, cudaMemcpyDeviceToHost));
    for (int row = 0; row < 64; ++row) printf("%d %08x %08x %08x\n", row, words[32 * row], words[32 * row + 7], words[32 * row + 30]);
    return 0;
}
