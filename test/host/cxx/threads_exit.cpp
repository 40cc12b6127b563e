// A thread ends the program while the main thread waits for it; the functions at the end wait once more.
#include <cstdio>
#include <cstdlib>
#include <thread>

static int total = 0;

static void atTheEnd() {
  std::thread adds([] { total += 2; });
  adds.join();
  printf("at the end: %d\n", total);
}

int main() {
  atexit(atTheEnd);
  std::thread ends([] {
    total = 1;
    exit(0);
  });
  ends.join();
  printf("never reached\n");
}
