// Counts with large means, and densities with lines between their bounds, as libstdc++ draws them.
#include <iomanip>
#include <iostream>
#include <random>
#include <vector>
template <class D> void show(const char* name, D d) {
  std::mt19937 g(7);
  std::cout << name;
  for (int i = 0; i < 25; i++) std::cout << ' ' << std::setprecision(15) << d(g);
  std::cout << '\n';
}
int main() {
  show("poisson 12", std::poisson_distribution<int>(12));
  show("poisson 50.5", std::poisson_distribution<int>(50.5));
  show("poisson 1000", std::poisson_distribution<int>(1000));
  show("poisson a million", std::poisson_distribution<long>(1e6));
  show("binomial 16 0.5", std::binomial_distribution<int>(16, 0.5));
  show("binomial 1000 0.3", std::binomial_distribution<int>(1000, 0.3));
  show("binomial 1000 0.9", std::binomial_distribution<int>(1000, 0.9));
  show("binomial 100000 0.001", std::binomial_distribution<int>(100000, 0.001));
  show("negative binomial", std::negative_binomial_distribution<int>(30, 0.4));
  const std::vector<double> bounds{0, 1, 3, 4}, heights{1, 2, 1, 1};
  show("lines", std::piecewise_linear_distribution<double>(bounds.begin(), bounds.end(), heights.begin()));
  std::mt19937 g(11);
  std::poisson_distribution<int> changing(20);
  long sum = 0;
  for (int i = 1; i < 2000; i++) sum += changing(g, std::poisson_distribution<int>::param_type(i % 40)) * (i % 7);
  std::cout << sum << '\n';
}
