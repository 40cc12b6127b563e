// How long one warp waits at least for the result of an instruction, and how fast the pipes, the L2 cache and its atomics
// are at most: one line of JSON a figure. Latencies are cycles of a chain in which each instruction needs the result of the
// one before, counted by the clock of the multiprocessor; `least` is of the fastest single access.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status));         \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

constexpr int STEPS = 256;
constexpr int ROUNDS = 4;

// One warp executes a statement that needs its own result ROUNDS × STEPS times.
#define LATENCY(NAME, TYPE, START, STATEMENT)                                         \
  __global__ void NAME(long long* cycles, TYPE* out, TYPE a, TYPE b) {                \
    __shared__ unsigned words[1024];                                                  \
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = 0;                \
    unsigned base = (unsigned)__cvta_generic_to_shared(words);                        \
    TYPE x = (START);                                                                 \
    __syncthreads();                                                                  \
    long long begin = 0, end = 0;                                                     \
    for (int n = 0; n < ROUNDS; n++) {                                                \
      begin = clock64();                                                              \
      _Pragma("unroll") for (int i = 0; i < STEPS; i++) { STATEMENT; }                \
      if (x == (TYPE)1234567) out[threadIdx.x] = x;                                   \
      end = clock64();                                                                \
    }                                                                                 \
    out[threadIdx.x + 64] = x;                                                        \
    if (base == 1) out[0] = a;                                                        \
    if (threadIdx.x == 0) *cycles = end - begin;                                      \
  }

LATENCY(add32, float, a, asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(b)))
LATENCY(multiply32, float, a, asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(b)))
LATENCY(fma32, float, a, asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b)))
LATENCY(fma64, double, a, asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(a), "d"(b)))
LATENCY(add64, double, a, asm volatile("add.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(b)))
LATENCY(fma16, unsigned, a, asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b)))
LATENCY(logic, unsigned, a, asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(x) : "r"(a), "r"(b)))
LATENCY(least32, int, a, asm volatile("{min.s32 %0, %0, %1; max.s32 %0, %0, %2;}" : "+r"(x) : "r"(a), "r"(b)))
LATENCY(shift, unsigned, a, asm volatile("shf.l.wrap.b32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b)))
LATENCY(multiplyAdd, unsigned, a, asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b)))
LATENCY(multiplyWide, unsigned long long, a,
        asm volatile("{.reg .u32 lo, hi; mov.b64 {lo, hi}, %0; mad.wide.u32 %0, lo, lo, %1;}" : "+l"(x) : "l"(a)))
LATENCY(compareSelect, unsigned, a,
        asm volatile("{.reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, %2, p;}" : "+r"(x) : "r"(a), "r"(b)))
LATENCY(exponential, float, a, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x)))
LATENCY(rootReciprocal, float, a, asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x)))
LATENCY(divide32, float, a, x = __fdiv_rn(b, x))
LATENCY(root32, float, a, x = __fsqrt_rn(x))
LATENCY(divide64, double, a, x = b / x)
LATENCY(divideInteger, unsigned, a, x = b / (x | 1))
LATENCY(toInteger, float, a, asm volatile("{.reg .s32 t; cvt.rzi.s32.f32 t, %0; cvt.rn.f32.s32 %0, t;}" : "+f"(x)))
LATENCY(population, unsigned, a, asm volatile("popc.b32 %0, %0;" : "+r"(x)))
LATENCY(shuffle, unsigned, a + threadIdx.x, asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(x)))
LATENCY(vote, unsigned, a,
        asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0; vote.sync.ballot.b32 %0, p, -1;}" : "+r"(x)))
LATENCY(reduce, unsigned, a, asm volatile("redux.sync.add.u32 %0, %0, -1;" : "+r"(x)))
LATENCY(matchAny, unsigned, a, asm volatile("match.any.sync.b32 %0, %0, -1;" : "+r"(x)))
LATENCY(barrierOne, unsigned, a, asm volatile("bar.sync 0;" : : : "memory"))
LATENCY(sharedLoad, unsigned, base, asm volatile("{ld.volatile.shared.u32 %0, [%0]; }" : "+r"(x)); x += base)
LATENCY(sharedAtomic, unsigned, a, asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(base + 4 * threadIdx.x)))
LATENCY(sharedExchange, unsigned, a,
        asm volatile("atom.shared.cas.b32 %0, [%1], %0, %0;" : "+r"(x) : "r"(base + 4 * threadIdx.x)))
LATENCY(atomicAdd, unsigned, a, asm volatile("atom.global.add.u32 %0, [%1], %0;" : "+r"(x) : "l"(out + 128 + threadIdx.x)))
LATENCY(atomicExchange, unsigned, a,
        asm volatile("atom.global.cas.b32 %0, [%1], %0, %0;" : "+r"(x) : "l"(out + 128 + threadIdx.x)))
LATENCY(fenceBlock, unsigned, a, __threadfence_block())
LATENCY(fenceDevice, unsigned, a, __threadfence())

__constant__ unsigned zeros[1024];
LATENCY(constantLoad, unsigned, 0, x = zeros[x])

// Loops that the assembler cannot remove: it does not know the trip count. 1,024 iterations of each.
__global__ void __launch_bounds__(32) loopBranch(long long* cycles, unsigned* out, unsigned a, unsigned b) {
  unsigned x = a, n = 0;
  long long begin = clock64();
#pragma unroll 1
  do {
    asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(b));
    n++;
  } while (x != 0xffffffffu && n < 1024);
  long long end = clock64();
  out[threadIdx.x] = x + n;
  if (threadIdx.x == 0) *cycles = (end - begin) / 4;
}
__global__ void __launch_bounds__(32) loopCounted(long long* cycles, unsigned* out, unsigned a, unsigned b) {
  unsigned x = a, most = 1023 + b;
  long long begin = clock64();
#pragma unroll 1
  for (unsigned n = 0; n < most; n++) asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(x) : "r"(a), "r"(b));
  long long end = clock64();
  out[threadIdx.x] = x;
  if (threadIdx.x == 0) *cycles = (end - begin) / 4;
}
__global__ void __launch_bounds__(32) branchForward(long long* cycles, unsigned* out, unsigned a, unsigned b) {
  unsigned x = a;
  long long begin = clock64();
#pragma unroll
  for (int i = 0; i < STEPS; i++) {
    if (x == 77 + i) asm volatile("st.global.u32 [%0], %1;" : : "l"(out), "r"(x) : "memory");
    asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(x) : "r"(a), "r"(b));
  }
  long long end = clock64();
  out[threadIdx.x] = x;
  if (threadIdx.x == 0) *cycles = end - begin;
}

template <typename T>
void latency(const char* name, void (*kernel)(long long*, T*, T, T), T a, T b, int threads = 32, int per = 1) {
  long long* cycles;
  T* out;
  CHECK(cudaMallocManaged(&cycles, sizeof(long long)));
  CHECK(cudaMalloc(&out, 1 << 16));
  CHECK(cudaMemset(out, 0, 1 << 16));
  long long least = 1ll << 62;
  for (int turn = 0; turn < 3; turn++) {
    kernel<<<1, threads>>>(cycles, out, a, b);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    if (*cycles < least) least = *cycles;
  }
  printf("{\"name\": \"%s\", \"threads\": %d, \"cycles\": %.3f}\n", name, threads, (double)least / STEPS / per);
  CHECK(cudaFree(out));
  CHECK(cudaFree(cycles));
}

// Loads whose address is the value of the one before; `passes` over the same ones, of which the last is timed.
template <int KIND>
__global__ void chase(const uint64_t* start, int steps, int passes, long long* figures) {
  const uint64_t* at = start;
  for (int pass = 0; pass < passes; pass++) {
    at = start;
    long long begin = clock64();
#pragma unroll 8
    for (int i = 0; i < steps; i++) {
      if (KIND == 0) asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at) : : "memory");
      else asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at) : : "memory");
    }
    if (at == nullptr) figures[2] = 1;
    long long end = clock64();
    figures[0] = end - begin;
  }
}

// For each line by itself, from each multiprocessor: it is loaded 16 times, each time at the address that the last load gave.
__global__ void chaseLines(uint64_t* data, int lines, int* cycles) {
  for (int line = 0; line < lines; line++) {
    const uint64_t* at = data + line * 16;
    asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at) : : "memory");
    long long begin = clock64();
#pragma unroll
    for (int i = 0; i < 16; i++) asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at) : : "memory");
    if (at == nullptr) cycles[0] = 0;
    long long end = clock64();
    cycles[blockIdx.x * lines + line] = (int)(end - begin);
  }
}

__global__ void link(uint64_t* data, size_t count, size_t step) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
    data[i * 16] = (uint64_t)(data + ((i + step) % count) * 16);
}

// Over `bytes` in lines of 128 bytes; `step` lines from one access to the next.
template <int KIND>
void chaseOver(const char* name, size_t bytes, size_t step, int steps, int passes) {
  uint64_t* data;
  long long* figures;
  CHECK(cudaMalloc(&data, bytes));
  CHECK(cudaMallocManaged(&figures, 32));
  link<<<1024, 256>>>(data, bytes / 128, step);
  CHECK(cudaDeviceSynchronize());
  double least = 1e30;
  for (int turn = 0; turn < 4; turn++) {
    chase<KIND><<<1, 1>>>(data + 16 * (turn * 100003ull % (bytes / 128)), steps, passes, figures);
    CHECK(cudaDeviceSynchronize());
    if ((double)figures[0] / steps < least) least = (double)figures[0] / steps;
  }
  printf("{\"name\": \"%s\", \"bytes\": %zu, \"cycles\": %.2f}\n", name, bytes, least);
  CHECK(cudaFree(data));
  CHECK(cudaFree(figures));
}

void chaseEachLine(int blocks) {
  const int lines = 512;
  uint64_t* data;
  int* cycles;
  CHECK(cudaMalloc(&data, lines * 128));
  CHECK(cudaMallocManaged(&cycles, blocks * lines * sizeof(int)));
  link<<<1, 256>>>(data, lines, 0);
  double least = 1e30, most = 0, sum = 0;
  for (int turn = 0; turn < 2; turn++) {
    chaseLines<<<blocks, 1>>>(data, lines, cycles);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < blocks * lines; i++) {
      double each = cycles[i] / 16.0;
      if (each < least) least = each;
      if (each > most) most = each;
      sum += each / (2.0 * blocks * lines);
    }
  }
  printf("{\"name\": \"L2 by line and multiprocessor\", \"cycles\": %.2f, \"mean\": %.2f, \"most\": %.2f}\n", least, sum, most);
  CHECK(cudaFree(data));
  CHECK(cudaFree(cycles));
}

template <typename Launch>
double seconds(Launch launch, int turns = 7) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  float least = 1e30f;
  for (int turn = 0; turn < turns; turn++) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    if (milliseconds < least) least = milliseconds;
  }
  CHECK(cudaGetLastError());
  return least / 1e3;
}

// Rates of one multiprocessor, as in peaks.cu: COPIES independent registers a thread.
constexpr int ITERATIONS = 256;
constexpr int COPIES = 8;
#define RATE(NAME, TYPE, STATEMENT)                                                   \
  __global__ void __launch_bounds__(1024) NAME(long long* cycles, TYPE* out, TYPE a, TYPE b) { \
    __shared__ __align__(16) unsigned words[4096];                                    \
    __shared__ long long first, last;                                                 \
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) words[i] = 0;                \
    unsigned base = (unsigned)__cvta_generic_to_shared(words);                        \
    TYPE x[COPIES];                                                                   \
    for (int i = 0; i < COPIES; i++) x[i] = a + (TYPE)i;                              \
    if (threadIdx.x == 0) first = 1ll << 62, last = 0;                                \
    __syncthreads();                                                                  \
    long long begin = clock64();                                                      \
    for (int n = 0; n < ITERATIONS; n++) {                                            \
      _Pragma("unroll") for (int i = 0; i < COPIES; i++) { STATEMENT; }               \
    }                                                                                 \
    TYPE sum = x[0];                                                                  \
    for (int i = 1; i < COPIES; i++) sum += x[i];                                     \
    if (sum == (TYPE)1234567) out[threadIdx.x] = sum;                                 \
    __syncthreads();                                                                  \
    long long end = clock64();                                                        \
    atomicMin((unsigned long long*)&first, (unsigned long long)begin);                \
    atomicMax((unsigned long long*)&last, (unsigned long long)end);                   \
    __syncthreads();                                                                  \
    if (threadIdx.x == 0) cycles[blockIdx.x] = last - first;                          \
    if (base == 1) out[threadIdx.x] = 0;                                              \
  }

RATE(rateLeast, unsigned, asm volatile("min.u32 %0, %0, %1;" : "+r"(x[i]) : "r"(x[(i + 1) % COPIES])))
RATE(rateAddInteger, unsigned, asm volatile("add.u32 %0, %0, %1;" : "+r"(x[i]) : "r"(x[(i + 1) % COPIES])))
RATE(rateCompare, unsigned, asm volatile("{.reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, %2, p;}" : "+r"(x[i]) : "r"(a), "r"(b)))
RATE(rateShift, unsigned, asm volatile("shf.l.wrap.b32 %0, %0, %1, %2;" : "+r"(x[i]) : "r"(a), "r"(b)))
RATE(ratePermute, unsigned, asm volatile("prmt.b32 %0, %0, %1, %2;" : "+r"(x[i]) : "r"(a), "r"(b)))
RATE(rateMultiplyWide, unsigned long long,
     asm volatile("{.reg .u32 lo, hi; mov.b64 {lo, hi}, %0; mad.wide.u32 %0, lo, lo, %1;}" : "+l"(x[i]) : "l"(a)))
RATE(rateAdd64, double, asm volatile("add.rn.f64 %0, %0, %1;" : "+d"(x[i]) : "d"(a)))
RATE(rateFromInteger, float, asm volatile("{.reg .s32 t; mov.b32 t, %0; cvt.rn.f32.s32 %0, t;}" : "+f"(x[i])))
RATE(rateToDouble, double, asm volatile("{.reg .f32 t; cvt.rn.f32.f64 t, %0; cvt.f64.f32 %0, t;}" : "+d"(x[i])))
RATE(rateReduce, unsigned, asm volatile("redux.sync.add.u32 %0, %0, -1;" : "+r"(x[i])))
RATE(rateMatch, unsigned, asm volatile("match.any.sync.b32 %0, %0, -1;" : "+r"(x[i])))
RATE(rateConstant, unsigned, x[i] += zeros[(x[i] + i) & 1])
RATE(rateMixed, unsigned, asm volatile("{.reg .f32 f; mov.b32 f, %0; fma.rn.f32 f, f, f, f; mov.b32 %0, f; lop3.b32 %0, %0, %1, %2, 0x96;}" : "+r"(x[i]) : "r"(a), "r"(b)))
RATE(rateShared64, unsigned, asm volatile("{.reg .u32 u; ld.volatile.shared.v2.u32 {%0, u}, [%1];}" : "=r"(x[i]) : "r"(base + threadIdx.x % 512 * 8)))
RATE(rateSharedAtomicOne, unsigned, asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(base) : "memory"))
RATE(rateSharedAtomicFloat, unsigned, atomicAdd((float*)words + (threadIdx.x & 31), 1.0f))
RATE(rateLocalLines4, unsigned, x[i] ^= __ldca(out + ((threadIdx.x % 4 * 32 + (n + i) * 32) & 8191)))
RATE(rateLocalLines2, unsigned, x[i] ^= __ldca(out + ((threadIdx.x % 2 * 32 + (n + i) * 32) & 8191)))
RATE(rateStoreLine, unsigned, asm volatile("st.global.u32 [%0], %1;" : : "l"(out + ((threadIdx.x + blockIdx.x * 1024) & 0xffff)), "r"(x[i]) : "memory"))

__global__ void __launch_bounds__(1024) rateMatrix(long long* cycles, unsigned* out, unsigned a, unsigned b) {
  __shared__ long long first, last;
  float d[4][4] = {};
  if (threadIdx.x == 0) first = 1ll << 62, last = 0;
  __syncthreads();
  long long begin = clock64();
  for (int n = 0; n < ITERATIONS * COPIES / 4; n++) {
#pragma unroll
    for (int i = 0; i < 4; i++)
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%5,%5}, {%0,%1,%2,%3};"
                   : "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3]) : "r"(a), "r"(b));
  }
  float sum = d[0][0] + d[1][0] + d[2][0] + d[3][0];
  if (sum == 1234567) out[0] = 1;
  __syncthreads();
  long long end = clock64();
  atomicMin((unsigned long long*)&first, (unsigned long long)begin);
  atomicMax((unsigned long long*)&last, (unsigned long long)end);
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = last - first;
}

template <typename T>
void rate(const char* name, void (*kernel)(long long*, T*, T, T), T a, T b, int threads = 1024) {
  int multiprocessors;
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  long long* cycles;
  T* out;
  CHECK(cudaMallocManaged(&cycles, multiprocessors * sizeof(long long)));
  CHECK(cudaMalloc(&out, 1 << 20));
  CHECK(cudaMemset(out, 0, 1 << 20));
  long long least = 1ll << 62;
  for (int turn = 0; turn < 3; turn++) {
    kernel<<<multiprocessors, threads>>>(cycles, out, a, b);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < multiprocessors; i++)
      if (cycles[i] < least) least = cycles[i];
  }
  double instructions = threads / 32 * (double)ITERATIONS * COPIES;
  printf("{\"name\": \"%s\", \"threads\": %d, \"warp_instructions_per_cycle\": %.4f}\n", name, threads, instructions / least);
  CHECK(cudaFree(out));
  CHECK(cudaFree(cycles));
}

template <int UNROLL>
__global__ void __launch_bounds__(1024) readL2(const uint4* in, unsigned* out, unsigned mask, int passes) {
  unsigned sum = 0;
  unsigned at = blockIdx.x * 4099 + threadIdx.x;
  for (int pass = 0; pass < passes; pass++) {
    unsigned x[UNROLL], y, z, w;
#pragma unroll
    for (int i = 0; i < UNROLL; i++)
      asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x[i]), "=r"(y), "=r"(z), "=r"(w) : "l"(in + ((at + i * 1024) & mask)));
#pragma unroll
    for (int i = 0; i < UNROLL; i++) sum ^= x[i];
    at += UNROLL * 1024;
  }
  if (sum == 12345) *out = sum;
}

__global__ void readOnce(const uint4* in, unsigned* out, size_t count) {
  unsigned sum = 0;
  size_t at = blockIdx.x * (size_t)blockDim.x * 4 + threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    uint4 v = at + i * blockDim.x < count ? __ldcs(in + at + i * blockDim.x) : make_uint4(0, 0, 0, 0);
    sum ^= v.x ^ v.y ^ v.z ^ v.w;
  }
  if (sum == 12345) *out = sum;
}

enum Operation { ADD32, ADDF, ADDD, ADD64, MIN32, CAS32, EXCH32, ADDRETURN, FADDRETURN };
template <int OP>
__global__ void atomics(char* out, unsigned mask, int lanes, int shift, int passes) {
  unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if ((threadIdx.x & 31) >= lanes) return;
  char* at = out + ((size_t)(thread & mask) << shift);
  unsigned kept = 0;
  for (int pass = 0; pass < passes; pass++) {
    if (OP == ADD32) asm volatile("red.global.add.u32 [%0], 1;" : : "l"(at) : "memory");
    if (OP == ADDF) asm volatile("red.global.add.f32 [%0], 0f3f800000;" : : "l"(at) : "memory");
    if (OP == ADDD) asm volatile("red.global.add.f64 [%0], 0d3ff0000000000000;" : : "l"(at) : "memory");
    if (OP == ADD64) asm volatile("red.global.add.u64 [%0], 1;" : : "l"(at) : "memory");
    if (OP == MIN32) asm volatile("red.global.min.u32 [%0], 1;" : : "l"(at) : "memory");
    if (OP == CAS32) asm volatile("atom.global.cas.b32 %0, [%1], 0, 0;" : "=r"(kept) : "l"(at) : "memory");
    if (OP == EXCH32) asm volatile("atom.global.exch.b32 %0, [%1], 0;" : "=r"(kept) : "l"(at) : "memory");
    if (OP == ADDRETURN) asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(kept) : "l"(at) : "memory");
    if (OP == FADDRETURN) asm volatile("{.reg .f32 t; atom.global.add.f32 t, [%1], 0f3f800000; mov.b32 %0, t;}" : "=r"(kept) : "l"(at) : "memory");
  }
  if (kept == 12345678) *out = 1;
}

void allAtomics(char* out, int blocks) {
  using Kernel = void (*)(char*, unsigned, int, int, int);
  const struct { const char* name; Kernel kernel; int shift; } kinds[] = {
      {"add32", atomics<ADD32>, 2}, {"addFloat", atomics<ADDF>, 2}, {"addDouble", atomics<ADDD>, 3},
      {"add64", atomics<ADD64>, 3}, {"min32", atomics<MIN32>, 2}, {"cas32", atomics<CAS32>, 2},
      {"exchange32", atomics<EXCH32>, 2}, {"addReturn", atomics<ADDRETURN>, 2}, {"addFloatReturn", atomics<FADDRETURN>, 2}};
  const struct { const char* name; unsigned mask; int lanes, shift; } shapes[] = {
      {"one address", 0, 32, 0}, {"one address, one lane", 0, 1, 0}, {"one sector", 7, 32, 0}, {"one line", 31, 32, 0},
      {"32 lines, one lane", 1023, 1, 0}, {"many lines", (1u << 20) - 1, 32, 0}, {"a sector a lane", (1u << 17) - 1, 32, 5}};
  for (auto& kind : kinds)
    for (auto& shape : shapes) {
      int passes = shape.mask > 4095 ? 64 : shape.mask ? 32 : 8;
      int shift = shape.shift ? shape.shift : kind.shift;
      double time = seconds([&] { kind.kernel<<<blocks, 1024>>>(out, shape.mask, shape.lanes, shift, passes); }, 4);
      double requests = (double)blocks * 32 * passes;
      printf("{\"name\": \"%s: %s\", \"requests_per_second\": %.4e, \"lanes_per_second\": %.4e}\n", kind.name, shape.name,
             requests / time, requests * shape.lanes / time);
    }
}

__global__ void nothing() {}

int main() {
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  int clock, memoryClock, width;
  CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0));
  CHECK(cudaDeviceGetAttribute(&memoryClock, cudaDevAttrMemoryClockRate, 0));
  CHECK(cudaDeviceGetAttribute(&width, cudaDevAttrGlobalMemoryBusWidth, 0));
  printf("{\"device\": \"%s\", \"multiprocessors\": %d, \"clock_hz\": %.0f, \"memory_clock_hz\": %.0f, \"memory_bits\": %d, \"l2_bytes\": %d}\n",
         properties.name, properties.multiProcessorCount, clock * 1e3, memoryClock * 1e3, width, properties.l2CacheSize);

  latency("add32", add32, 1.5f, 0.5f);
  latency("multiply32", multiply32, 1.5f, 0.5f);
  latency("fma32", fma32, 1.5f, 0.5f);
  latency("add64", add64, 1.5, 0.5);
  latency("fma64", fma64, 1.5, 0.5);
  latency("fma16", fma16, 5u, 3u);
  latency("logic", logic, 5u, 3u);
  latency("minMax", least32, 5, 3, 32, 2);
  latency("shift", shift, 5u, 3u);
  latency("multiplyAdd", multiplyAdd, 5u, 3u);
  latency("multiplyWide", multiplyWide, 5ull, 3ull);
  latency("compareSelect", compareSelect, 5u, 3u);
  latency("exponential", exponential, 1.5f, 0.5f);
  latency("rootReciprocal", rootReciprocal, 1.5f, 0.5f);
  latency("divide32", divide32, 1.5f, 0.5f);
  latency("root32", root32, 1.5f, 0.5f);
  latency("divide64", divide64, 1.5, 0.5);
  latency("divideInteger", divideInteger, 5u, 3u);
  latency("toIntegerAndBack", toInteger, 1.5f, 0.5f);
  latency("population", population, 5u, 3u);
  latency("shuffle", shuffle, 5u, 3u);
  latency("compareVote", vote, 5u, 3u);
  latency("reduce", reduce, 5u, 3u);
  latency("matchAny", matchAny, 5u, 3u);
  latency("sharedLoadAdd", sharedLoad, 0u, 0u);
  latency("sharedAtomic", sharedAtomic, 0u, 0u);
  latency("sharedExchange", sharedExchange, 0u, 0u);
  latency("atomicAdd", atomicAdd, 0u, 0u);
  latency("atomicExchange", atomicExchange, 0u, 0u);
  latency("constantLoad", constantLoad, 0u, 0u);
  latency("fenceBlock", fenceBlock, 0u, 0u);
  latency("fenceDevice", fenceDevice, 0u, 0u);
  latency("loopBranch", loopBranch, 1u, 4u);
  latency("loopCounted", loopCounted, 1u, 1u);
  latency("branchForward", branchForward, 1u, 1u);
  for (int threads = 32; threads <= 1024; threads *= 2) latency("barrier", barrierOne, 0u, 0u, threads);
  chaseOver<0>("L1", 1 << 14, 1, 128, 3);
  chaseOver<1>("L2", 1 << 20, 1, 4096, 2);
  chaseOver<1>("L2", 24 << 20, 1025, 65536, 2);
  // A prime number of lines apart, so that none is in a line or page that was loaded before.
  chaseOver<1>("device", (size_t)4 << 30, 32771, 8192, 1);
  chaseOver<1>("device, pages loaded", (size_t)64 << 20, 1031, 32768, 1);
  chaseEachLine(properties.multiProcessorCount);

  rate("min", rateLeast, 5u, 3u);
  rate("addInteger", rateAddInteger, 5u, 3u);
  rate("compareSelect", rateCompare, 5u, 3u);
  rate("shift", rateShift, 5u, 3u);
  rate("permute", ratePermute, 5u, 3u);
  rate("multiplyWide", rateMultiplyWide, 5ull, 3ull);
  rate("add64", rateAdd64, 1.5, 0.5);
  rate("fromInteger", rateFromInteger, 1.5f, 0.5f);
  rate("toDoubleAndBack", rateToDouble, 1.5, 0.5);
  rate("reduce", rateReduce, 5u, 3u);
  rate("matchAny", rateMatch, 5u, 3u);
  rate("constantLoad", rateConstant, 0u, 0u);
  rate("fmaAndLogic", rateMixed, 5u, 3u);
  rate("sharedLoad64", rateShared64, 5u, 3u);
  rate("sharedAtomicOneAddress", rateSharedAtomicOne, 5u, 3u);
  rate("sharedAtomicFloat", rateSharedAtomicFloat, 5u, 3u, 128);
  rate("load4Lines", rateLocalLines4, 5u, 3u);
  rate("load2Lines", rateLocalLines2, 5u, 3u);
  rate("storeLine", rateStoreLine, 5u, 3u);
  rate("matrix16x8x16", rateMatrix, 5u, 3u, 512);

  char* buffer;
  unsigned* out;
  const size_t large = (size_t)8 << 30;
  CHECK(cudaMalloc(&buffer, large));
  CHECK(cudaMalloc(&out, 1 << 20));
  CHECK(cudaMemset(buffer, 0, large));
  const int all = properties.multiProcessorCount;
  const int passes = 400;
  for (int blocks : {1, all / 4, all, 2 * all})
    for (int megabytes : {2, 8, 20}) {
      unsigned mask = (1u << (megabytes == 2 ? 17 : megabytes == 8 ? 19 : 20)) - 1;
      double time = seconds([&] { readL2<8><<<blocks, 1024>>>((const uint4*)buffer, out, mask, passes); });
      printf("{\"name\": \"l2Read %d blocks, %u bytes\", \"bytes_per_second\": %.4e}\n", blocks, (mask + 1) * 16,
             blocks * 1024.0 * 16 * 8 * passes / time);
    }
  double time = seconds([&] { readOnce<<<large / 16 / 4 / 256, 256>>>((const uint4*)buffer, out, large / 16); });
  printf("{\"name\": \"deviceReadOnce\", \"bytes_per_second\": %.4e}\n", (double)large / time);
  allAtomics(buffer, all);
  for (int threads = 32; threads <= 1024; threads *= 2) {
    const int many = 1 << 21;
    time = seconds([&] { nothing<<<many, threads>>>(); });
    printf("{\"name\": \"blocks of %d\", \"blocks_per_second\": %.4e}\n", threads, many / time);
  }
  return 0;
}
