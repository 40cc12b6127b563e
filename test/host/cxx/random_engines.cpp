// Engines and the seeds that programs give them.
#include <cstdio>
#include <random>
template <class G> void draws(const char* name, G g) {
  std::printf("%s %llu..%llu:", name, (unsigned long long)G::min(), (unsigned long long)G::max());
  for (int i = 0; i < 5; ++i) std::printf(" %llu", (unsigned long long)g());
  g.discard(1000);
  std::printf(" ... %llu\n", (unsigned long long)g());
}
int main() {
  draws("mt19937", std::mt19937());
  draws("mt19937 seeded", std::mt19937(2024));
  draws("mt19937_64", std::mt19937_64(7));
  draws("default", std::default_random_engine());
  draws("default seeded", std::default_random_engine(99));
  draws("minstd_rand0", std::minstd_rand0(3));
  draws("minstd_rand", std::minstd_rand(3));
  draws("ranlux24", std::ranlux24(5));
  draws("ranlux48", std::ranlux48(5));
  draws("knuth_b", std::knuth_b(11));
  std::seed_seq sequence{1, 2, 3};
  draws("seed_seq", std::mt19937(sequence));
  std::printf("%zu %zu\n", sizeof(std::mt19937::result_type), sizeof(std::default_random_engine::result_type));
}
