// How fast an SM, the L2 cache and device memory can be at most: one line of JSON a figure. Rates of an SM are in warp
// instructions a cycle, counted by its own clock with 32 warps that have nothing else to do, so that no frequency matters.
// Rates of the whole device are in bytes or operations a second, at the frequency that is printed with them.
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

constexpr int ITERATIONS = 512;
constexpr int COPIES = 16;

// A kernel that runs one statement on registers of its own COPIES times an iteration; `x` has one register a copy.
#define SM_RATE(NAME, TYPE, START, STATEMENT)                                         \
  __global__ void __launch_bounds__(1024) NAME(long long* cycles, TYPE* out, TYPE a, TYPE b) { \
    __shared__ __align__(16) unsigned shared[4096];                                   \
    __shared__ long long first, last;                                                 \
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) shared[i] = 0;               \
    unsigned address = (unsigned)__cvta_generic_to_shared(shared) + threadIdx.x * 4;  \
    unsigned wide = (unsigned)__cvta_generic_to_shared(shared) + (threadIdx.x % 256) * 16; \
    TYPE x[COPIES];                                                                   \
    for (int i = 0; i < COPIES; i++) x[i] = (START);                                  \
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
    if (address == 1 || wide == 1) out[threadIdx.x] = 0;                              \
  }

SM_RATE(fma32, float, a + i, asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x[i]) : "f"(a), "f"(b)))
SM_RATE(add32, float, a + i, asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x[i]) : "f"(a)))
SM_RATE(logic, unsigned, a + i, asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(x[i]) : "r"(a), "r"(b)))
SM_RATE(integerAdd, unsigned, a + i, asm volatile("add.u32 %0, %0, %1;" : "+r"(x[i]) : "r"(a)))
SM_RATE(integerMultiply, unsigned, a + i, asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x[i]) : "r"(a), "r"(b)))
SM_RATE(fma64, double, a + i, asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x[i]) : "d"(a), "d"(b)))
SM_RATE(fma16, unsigned, a + i, asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x[i]) : "r"(a), "r"(b)))
SM_RATE(exponential, float, a + i, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x[i])))
SM_RATE(population, unsigned, a + i + threadIdx.x, asm volatile("{.reg .u32 t; popc.b32 t, %0; xor.b32 %0, t, %1;}" : "+r"(x[i]) : "r"(a)))
SM_RATE(toInteger, float, a + i, asm volatile("{.reg .s32 t; cvt.rzi.s32.f32 t, %0; mov.b32 %0, t;}" : "+f"(x[i])))
SM_RATE(shuffle, unsigned, a + i + threadIdx.x, asm volatile("shfl.sync.idx.b32 %0, %0, %0, 31, -1;" : "+r"(x[i])))
SM_RATE(vote, unsigned, a + i + threadIdx.x,
        asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0; vote.sync.ballot.b32 %0, p, -1;}" : "+r"(x[i])))
SM_RATE(sharedLoad, unsigned, a + i, asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x[i]) : "r"(address)))
SM_RATE(sharedLoad128, unsigned, a + i,
        asm volatile("{.reg .u32 u, v, w; ld.volatile.shared.v4.u32 {%0, u, v, w}, [%1];}" : "=r"(x[i]) : "r"(wide)))
SM_RATE(sharedStore, unsigned, a + i, asm volatile("st.volatile.shared.u32 [%1], %0;" : : "r"(x[i]), "r"(address) : "memory"))
SM_RATE(sharedAdd, unsigned, a + i,
        asm volatile("red.shared.add.u32 [%1], %0;" : : "r"(x[i]), "r"(address) : "memory"))
SM_RATE(barrier, unsigned, a + i, asm volatile("bar.sync 0;" : : : "memory"))
// Addresses change, so that the compiler loads each time; all are in the 32 KB that stay in L1.
SM_RATE(cachedLoad, unsigned, a + i, x[i] ^= __ldca(out + ((threadIdx.x + (n + i) * 32) & 8191)))
SM_RATE(cachedLoad128, unsigned, a + i, x[i] ^= __ldca((uint4*)out + ((threadIdx.x + (n + i) * 32) & 2047)).x)
SM_RATE(cachedLoadLines, unsigned, a + i, x[i] ^= __ldca(out + ((threadIdx.x * 32 + n + i) & 8191)))

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
  for (int turn = 0; turn < 5; turn++) {
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

__global__ void readAll(const uint4* in, unsigned* out, size_t count, int passes) {
  unsigned sum = 0;
  for (int pass = 0; pass < passes; pass++)
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
      unsigned x, y, z, w;
      asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(in + i));
      sum += x ^ y ^ z ^ w;
    }
  if (sum == 12345) *out = sum;
}

__global__ void writeAll(uint4* out, size_t count, int passes) {
  for (int pass = 0; pass < passes; pass++)
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
      out[i] = make_uint4(pass, 0, 0, 0);
}

// Every lane adds to one element; `stride` elements lie between those of neighbouring warps.
__global__ void addLanes(unsigned* out, int mask, int passes) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  unsigned* mine = out + (size_t)((warp * 32) & mask) + (mask ? threadIdx.x % 32 : 0);
  for (int pass = 0; pass < passes; pass++) asm volatile("red.global.add.u32 [%0], 1;" : : "l"(mine) : "memory");
}
__global__ void addFloats(float* out, int passes) {
  for (int pass = 0; pass < passes; pass++) asm volatile("red.global.add.f32 [%0], 0f3f800000;" : : "l"(out) : "memory");
}
__global__ void exchangeOne(unsigned* out, int passes) {
  for (int pass = 0; pass < passes; pass++) atomicExch(out, pass);
}
__global__ void nothing() {}

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
  return least / 1e3;
}

int main() {
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  int clock;
  CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0));
  printf("{\"device\": \"%s\", \"multiprocessors\": %d, \"clock_hz\": %.0f, \"l2_bytes\": %d}\n", properties.name,
         properties.multiProcessorCount, clock * 1e3, properties.l2CacheSize);

  rate("fma32", fma32, 1.5f, 0.5f);
  rate("add32", add32, 1.5f, 0.5f);
  rate("logic", logic, 5u, 3u);
  rate("integerAdd", integerAdd, 5u, 3u);
  rate("integerMultiply", integerMultiply, 5u, 3u);
  rate("fma64", fma64, 1.5, 0.5);
  rate("fma16", fma16, 5u, 3u);
  rate("exponential", exponential, 1.5f, 0.5f);
  rate("population", population, 5u, 3u);
  rate("toInteger", toInteger, 1.5f, 0.5f);
  rate("shuffle", shuffle, 5u, 3u);
  rate("vote", vote, 5u, 3u);
  rate("sharedLoad", sharedLoad, 5u, 3u);
  rate("sharedLoad128", sharedLoad128, 5u, 3u);
  rate("sharedStore", sharedStore, 5u, 3u);
  rate("sharedAdd", sharedAdd, 5u, 3u);
  rate("cachedLoad", cachedLoad, 5u, 3u);
  rate("cachedLoad128", cachedLoad128, 5u, 3u);
  rate("cachedLoadLines", cachedLoadLines, 5u, 3u);
  for (int threads = 32; threads <= 1024; threads *= 2) rate("barrier", barrier, 5u, 3u, threads);

  const size_t cached = 16 << 20, large = (size_t)8 << 30;
  uint4* buffer;
  unsigned* out;
  CHECK(cudaMalloc(&buffer, large));
  CHECK(cudaMalloc(&out, 1 << 24));
  CHECK(cudaMemset(buffer, 0, large));
  CHECK(cudaMemset(out, 0, 1 << 24));
  const int blocks = 2 * properties.multiProcessorCount;
  const int passes = 200;
  double time = seconds([&] { readAll<<<blocks, 1024>>>(buffer, out, cached / 16, passes); });
  printf("{\"name\": \"l2Read\", \"bytes_per_second\": %.4e}\n", (double)cached * passes / time);
  time = seconds([&] { writeAll<<<blocks, 1024>>>(buffer, cached / 16, passes); });
  printf("{\"name\": \"l2Write\", \"bytes_per_second\": %.4e}\n", (double)cached * passes / time);
  time = seconds([&] { readAll<<<blocks * 8, 1024>>>(buffer, out, large / 16, 1); });
  printf("{\"name\": \"deviceRead\", \"bytes_per_second\": %.4e}\n", (double)large / time);
  time = seconds([&] { writeAll<<<blocks * 8, 1024>>>(buffer, large / 16, 1); });
  printf("{\"name\": \"deviceWrite\", \"bytes_per_second\": %.4e}\n", (double)large / time);

  const double warps = (double)blocks * 32 * passes;
  time = seconds([&] { addLanes<<<blocks, 1024>>>(out, 0, passes); });
  printf("{\"name\": \"atomicsOneAddress\", \"requests_per_second\": %.4e}\n", warps / time);
  time = seconds([&] { addLanes<<<blocks, 1024>>>(out, 31, passes); });
  printf("{\"name\": \"atomicsOneLine\", \"requests_per_second\": %.4e}\n", warps / time);
  time = seconds([&] { addLanes<<<blocks, 1024>>>(out, (1 << 20) - 1, passes); });
  printf("{\"name\": \"atomicsManyLines\", \"requests_per_second\": %.4e}\n", warps / time);
  time = seconds([&] { addFloats<<<blocks, 1024>>>((float*)out, 4); });
  printf("{\"name\": \"atomicsOneFloat\", \"lanes_per_second\": %.4e}\n", (double)blocks * 1024 * 4 / time);
  time = seconds([&] { exchangeOne<<<blocks, 1024>>>(out, 4); });
  printf("{\"name\": \"exchangesOneAddress\", \"lanes_per_second\": %.4e}\n", (double)blocks * 1024 * 4 / time);

  const int many = 1 << 22;
  time = seconds([&] { nothing<<<many, 32>>>(); });
  printf("{\"name\": \"blocks\", \"blocks_per_second\": %.4e}\n", many / time);
  for (int i = 0; i < 20; i++) nothing<<<1, 32>>>();
  CHECK(cudaDeviceSynchronize());
  return 0;
}
