// broken: host code with the C++ library, of which only the outline is read
#include <cuda_runtime.h>
#include <vector>
#include <cstdio>
__global__ void k(float* d);
struct S { std::vector<float> v; float fixed[64]; float* p; };
class C { float* h_; std::vector<float> w_; float* d_; 
  public: C(int n) : w_(n) { h_ = new float[n]; cudaMalloc(&d_, n*4); }
  void run(cudaStream_t s, int n);
  void up(const float* src, cudaStream_t s, int n) { cudaMemcpyAsync(d_, src, n, cudaMemcpyHostToDevice, s); }
//                                                                       ^^^ expect: pageable-async-copy "src is pageable memory (malloc): this cudaMemcpyAsync overlaps wit"
};
void C::run(cudaStream_t s, int n) { for (int i = 0; i < n; i++) h_[i] = i; 
    cudaMemcpyAsync(d_, h_, n, cudaMemcpyHostToDevice, s);
//                      ^^ expect: pageable-async-copy "h_ is pageable memory (new): this cudaMemcpyAsync overlaps wit"
    cudaMemcpyAsync(d_, w_.data(), n, cudaMemcpyHostToDevice, s);
//                      ^^^^^^^^^ expect: pageable-async-copy "w_.data() is pageable memory (the std::vector w_): this cudaMemc"
}
void fill(float* p, int n) { for (int i = 0; i < n; ++i) p[i] = i; }
int main() {
    int n = 100; float* d; cudaMalloc(&d, n * 4); cudaStream_t s; cudaStreamCreate(&s);
    float* h = (float*)malloc(n * 4);
    for (int i = 0; i < n; i++) h[i] = rand();
    *h = 2; fill(h, n); fread(h, 4, n, f); memcpy(h, h, 3);
    cudaMemcpyAsync(d, h, n*4, cudaMemcpyHostToDevice, s);
//                     ^ expect: pageable-async-copy "h is pageable memory (malloc): this cudaMemcpyAsync overlaps wit"
    float* g = new float[n]; for (int i = 0; i < n; i++) *(g + i) = i;
    cudaMemcpyAsync(d, g, n*4, cudaMemcpyHostToDevice, s);
//                     ^ expect: pageable-async-copy "g is pageable memory (new): this cudaMemcpyAsync overlaps wit"
    std::vector<float> v(n); v[0] = 1; for (auto& x : v) x = 1;
    cudaMemcpyAsync(d, v.data(), n*4, cudaMemcpyHostToDevice, s);
//                     ^^^^^^^^ expect: pageable-async-copy "v.data() is pageable memory (the std::vector v): this cudaMemcpy"
    float st[64]; st[1] = 2; cudaMemcpyAsync(d, st, n*4, cudaMemcpyHostToDevice, s);
//                                              ^^ expect: pageable-async-copy "st is pageable memory (the array st): this cudaMemcpyAsync over"
//                                                  ^^^ expect: copy-size "cudaMemcpyAsync copies 400 bytes, but st has 256 (line 33)."
    S x; x.v[0] = 1; cudaMemcpyAsync(d, x.v.data(), n*4, cudaMemcpyHostToDevice, s);
//                                      ^^^^^^^^^^ expect: pageable-async-copy "x.v.data() is pageable memory (the std::vector x.v): this cudaMe"
    cudaMemcpyAsync(d, x.fixed, n*4, cudaMemcpyHostToDevice, s);
//                     ^^^^^^^ expect: pageable-async-copy "x.fixed is pageable memory (the array x.fixed): this cudaMemcpyA"
    x.p = new float[n]; x.p[0] = 1; cudaMemcpyAsync(d, x.p, n*4, cudaMemcpyHostToDevice, s);
//                                                     ^^^ expect: pageable-async-copy "x.p is pageable memory (new): this cudaMemcpyAsync overlaps wit"
    auto u = std::make_unique<float[]>(n); u[0] = 1; cudaMemcpyAsync(d, u.get(), n*4, cudaMemcpyHostToDevice, s);
//                                                                      ^^^^^^^ expect: pageable-async-copy "u.get() is pageable memory (make_unique): this cudaMemcpyAsync o"
    C c(n); c.up(h, s, n);
    float* q; cudaMallocHost(&q, n*4); q[0] = 1; cudaMemcpyAsync(d, q, n*4, cudaMemcpyHostToDevice, s);
    float* two[2]; two[0] = (float*)malloc(4); two[1] = (float*)malloc(4); two[0][0] = 1; cudaMemcpyAsync(d, two[0], n*4, cudaMemcpyHostToDevice, s);
}
