// A configuration in maps and variants, strategies chosen by name, launches through function pointers.
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>
__global__ void addOne(int* p, int n) { int i = threadIdx.x; if (i < n) p[i] += 1; }
__global__ void twice(int* p, int n) { int i = threadIdx.x; if (i < n) p[i] *= 2; }
typedef void (*Kernel)(int*, int);
struct Step { virtual ~Step() = default; virtual void run(int* p, int n) const = 0; virtual std::string name() const = 0; };
struct Launch : Step {
  Kernel kernel; std::string label;
  Launch(Kernel k, std::string l) : kernel(k), label(std::move(l)) {}
  void run(int* p, int n) const override { kernel<<<1, 128>>>(p, n); }
  std::string name() const override { return label; }
};
struct Repeat : Step {
  std::unique_ptr<Step> inner; int times;
  Repeat(std::unique_ptr<Step> s, int t) : inner(std::move(s)), times(t) {}
  void run(int* p, int n) const override { for (int i = 0; i < times; ++i) inner->run(p, n); }
  std::string name() const override { return inner->name() + " x" + std::to_string(times); }
};
int main() {
  std::map<std::string, std::variant<int, std::string>> config{{"n", 100}, {"mode", std::string("mixed")}};
  std::map<std::string, Kernel> kernels{{"add", addOne}, {"twice", twice}};
  std::vector<std::unique_ptr<Step>> plan;
  plan.push_back(std::make_unique<Launch>(kernels.at("add"), "add"));
  plan.push_back(std::make_unique<Repeat>(std::make_unique<Launch>(kernels["twice"], "twice"), 3));
  const int n = std::get<int>(config["n"]);
  int* p;
  cudaMallocManaged(&p, n * sizeof(int));
  for (int i = 0; i < n; ++i) p[i] = i;
  for (const auto& step : plan) { std::cout << step->name() << '\n'; step->run(p, n); }
  cudaDeviceSynchronize();
  std::cout << std::get<std::string>(config["mode"]) << ' ' << p[0] << ' ' << p[n - 1] << '\n';
  cudaFree(p);
}
