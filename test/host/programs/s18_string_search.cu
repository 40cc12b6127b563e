// Texts on the device: offsets, bytes, matches counted, words by frequency on the host.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>
__constant__ char pattern[16];
__global__ void find(const char* text, int n, int m, int* hits, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + m > n) return;
  for (int j = 0; j < m; ++j) if (text[i + j] != pattern[j]) return;
  hits[atomicAdd(count, 1)] = i;
}
int main() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 3 ? "the warp waits, " : "A bank of the shared memory; ";
  const std::string wanted = "the ";
  char* d;
  int *hits, *count, n = 0;
  cudaMalloc(&d, text.size());
  cudaMalloc(&hits, text.size() * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  cudaMemcpy(d, text.data(), text.size(), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(pattern, wanted.c_str(), wanted.size());
  find<<<(text.size() + 127) / 128, 128>>>(d, text.size(), wanted.size(), hits, count);
  cudaMemcpy(&n, count, sizeof n, cudaMemcpyDeviceToHost);
  std::vector<int> at(n);
  cudaMemcpy(at.data(), hits, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::sort(at.begin(), at.end());
  int expected = 0;
  for (size_t p = text.find(wanted); p != std::string::npos; p = text.find(wanted, p + 1)) ++expected;
  std::cout << n << ' ' << expected << ' ' << at.front() << ' ' << at.back() << '\n';
  std::map<std::string, int> words;
  std::istringstream in(text);
  for (std::string w; in >> w;) {
    w.erase(std::remove_if(w.begin(), w.end(), [](unsigned char c) { return std::ispunct(c); }), w.end());
    std::transform(w.begin(), w.end(), w.begin(), [](unsigned char c) { return std::tolower(c); });
    ++words[w];
  }
  for (const auto& [w, k] : words) std::cout << w << ':' << k << ' ';
  std::cout << std::endl;
  cudaFree(d);
  cudaFree(hits);
  cudaFree(count);
}
