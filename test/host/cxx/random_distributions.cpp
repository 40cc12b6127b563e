// The other distributions, with the numbers that g++ gives.
#include <cstdio>
#include <random>
#include <vector>
template <class D> void draws(const char* name, D d, unsigned seed = 7) {
  std::mt19937 g(seed);
  std::printf("%s:", name);
  for (int i = 0; i < 6; ++i) std::printf(" %.12g", (double)d(g));
  std::printf("\n");
}
int main() {
  draws("normal", std::normal_distribution<double>(0, 1));
  draws("normal 10 2", std::normal_distribution<double>(10, 2));
  draws("normal float", std::normal_distribution<float>(0, 1));
  draws("lognormal", std::lognormal_distribution<double>(0.5, 0.25));
  draws("exponential", std::exponential_distribution<double>(3.5));
  draws("exponential float", std::exponential_distribution<float>(1));
  draws("weibull", std::weibull_distribution<double>(2, 3));
  draws("extreme", std::extreme_value_distribution<double>(1, 2));
  draws("cauchy", std::cauchy_distribution<double>(0, 1));
  draws("gamma", std::gamma_distribution<double>(2.5, 1.5));
  draws("gamma small", std::gamma_distribution<double>(0.5, 2));
  draws("chi", std::chi_squared_distribution<double>(3));
  draws("student", std::student_t_distribution<double>(4));
  draws("fisher", std::fisher_f_distribution<double>(3, 5));
  draws("bernoulli", std::bernoulli_distribution(0.3));
  draws("geometric", std::geometric_distribution<int>(0.2));
  draws("poisson", std::poisson_distribution<int>(4.5));
  draws("binomial", std::binomial_distribution<int>(9, 0.4));
  draws("binomial high", std::binomial_distribution<int>(10, 0.8));
  draws("negative binomial", std::negative_binomial_distribution<int>(3, 0.6));
  draws("discrete", std::discrete_distribution<int>{1, 2, 3, 4});
  std::vector<double> bounds{0, 1, 10, 15}, weights{1, 3, 2};
  draws("piecewise", std::piecewise_constant_distribution<double>(bounds.begin(), bounds.end(), weights.begin()));
  std::mt19937 g(1);
  std::uniform_real_distribution<float> u(0, 1);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) sum += u(g);
  std::printf("%.10f\n", sum);
}
