// Wavefronts of L1's data for loads that L1 has: one warp loads 1, 4, 8 or 16 bytes a lane 256 times, at offsets of a table
// from eight bases that are 4 KB apart, so that each but the first eight loads hits. A launch and a line of JSON a pattern;
// `l1tex__data_pipe_lsu_wavefronts` of the launches in their order is what `wavefronts.json` has.
#include <cstdio>
#include <string>
#include <vector>

template <typename T>
__global__ void probe(const char* base, const int* table, unsigned* out, unsigned mask, int step) {
  int lane = threadIdx.x;
  const int table0 = table[lane];
  const char* p = base;
  unsigned sum = 0;
  if ((mask >> lane) & 1) {
#pragma unroll 16
    for (int i = 0; i < 256; ++i) {
      p = base + table0 + ((i * step) & 0x7000);
      if constexpr (sizeof(T) == 1) { unsigned x; asm volatile("ld.global.ca.u8 %0, [%1];" : "=r"(x) : "l"(p)); sum += x; }
      if constexpr (sizeof(T) == 4) { unsigned x; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(p)); sum += x; }
      if constexpr (sizeof(T) == 8) { unsigned x, y; asm volatile("ld.global.ca.v2.u32 {%0,%1}, [%2];" : "=r"(x), "=r"(y) : "l"(p)); sum += x ^ y; }
      if constexpr (sizeof(T) == 16) { unsigned x, y, z, w; asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p)); sum += x ^ y ^ z ^ w; }
    }
  }
  out[lane] = sum;
}
char* base; int* table; unsigned* out;
void run(const char* name, int width, const std::vector<int>& at, unsigned mask) {
  printf("{\"name\": \"%s\", \"width\": %d, \"mask\": %u, \"at\": [", name, width, mask);
  for (int i = 0; i < 32; i++) printf("%d%s", at[i], i < 31 ? "," : "]}\n");
  cudaMemcpy(table, at.data(), 128, cudaMemcpyHostToDevice);
  if (width == 1) probe<char><<<1, 32>>>(base, table, out, mask, 4096);
  if (width == 4) probe<int><<<1, 32>>>(base, table, out, mask, 4096);
  if (width == 8) probe<int2><<<1, 32>>>(base, table, out, mask, 4096);
  if (width == 16) probe<int4><<<1, 32>>>(base, table, out, mask, 4096);
  cudaDeviceSynchronize();
}
unsigned state = 12345; int rnd(int n) { state = state * 1664525u + 1013904223u; return (state >> 8) % n; }
int main() {
  cudaMalloc(&base, 1 << 20); cudaMalloc(&table, 128); cudaMalloc(&out, 128); cudaMemset(base, 1, 1 << 20);
  auto all = [](auto f) { std::vector<int> v(32); for (int i = 0; i < 32; i++) v[i] = f(i); return v; };
  int strides[] = {0,1,2,3,4,5,8,12,16,17,20,24,31,32,33,34,36,40,48,63,64,65,66,68,72,80,96,97,128,129,136,160,192,256,257,264,288,512,513,520,544,1024,1025,1056};
  for (int s : strides) run(("stride " + std::to_string(s)).c_str(), 4, all([&](int i) { return 4 * s * i; }), ~0u);
  int d[] = {1,2,3,4,5,6,7,8,9,12,15,16,17,24,31,32,33,48,64,65,96,128,256,257,512,1024};
  for (int x : d) run(("two lines " + std::to_string(x)).c_str(), 4, all([&](int i) { return i == 1 ? 128 * x : 0; }), 3);
  for (int x : d) run(("two lines other bank " + std::to_string(x)).c_str(), 4, all([&](int i) { return i == 1 ? 128 * x + 4 : 0; }), 3);
  for (int k = 2; k <= 32; k *= 2) run(("lines same bank " + std::to_string(k)).c_str(), 4, all([&](int i) { return 128 * (i % k); }), ~0u);
  for (int k = 2; k <= 32; k *= 2) run(("even lines same bank " + std::to_string(k)).c_str(), 4, all([&](int i) { return 256 * (i % k); }), ~0u);
  for (int k = 2; k <= 32; k *= 2) run(("lines own bank " + std::to_string(k)).c_str(), 4, all([&](int i) { return 128 * (i % k) + 4 * i; }), ~0u);
  for (int r = 0; r < 40; r++) run("random 64K", 4, all([&](int) { return 4 * rnd(16384); }), ~0u);
  for (int r = 0; r < 10; r++) run("random 2K", 4, all([&](int) { return 4 * rnd(512); }), ~0u);
  for (int r = 0; r < 10; r++) run("random bytes", 1, all([&](int) { return rnd(65536); }), ~0u);
  for (int r = 0; r < 20; r++) run("random 8", 8, all([&](int) { return 8 * rnd(8192); }), ~0u);
  for (int r = 0; r < 20; r++) run("random 16", 16, all([&](int) { return 16 * rnd(4096); }), ~0u);
  for (int s : {1, 2, 3, 4, 8, 16, 17, 32, 33, 64, 128, 512}) run(("stride8 " + std::to_string(s)).c_str(), 8, all([&](int i) { return 8 * s * i; }), ~0u);
  for (int s : {1, 2, 3, 4, 8, 9, 16, 32, 33, 64, 256}) run(("stride16 " + std::to_string(s)).c_str(), 16, all([&](int i) { return 16 * s * i; }), ~0u);
  for (int r = 0; r < 10; r++) run("random half", 4, all([&](int) { return 4 * rnd(16384); }), 0x0f0f3355u);
  return 0;
}
