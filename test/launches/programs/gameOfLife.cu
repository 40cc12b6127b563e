#include <cstdio>
#include <cstdlib>
#include <cstring>
struct Board {
  int width, height;
  unsigned char *now, *next;
  dim3 block;
};
__global__ void life(const unsigned char* now, unsigned char* next, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) alive += now[((y + dy + h) % h) * w + (x + dx + w) % w];
  next[y * w + x] = alive == 3;
}
__global__ void seed(unsigned char* cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cells[i] = i % 3 == 0;
}
static Board* create(int width, int height) {
  Board* board = new Board();
  board->width = width;
  board->height = height;
  board->block = dim3(width >= 64 ? 64 : 16, 4);
  cudaMalloc(&board->now, width * height);
  cudaMalloc(&board->next, width * height);
  return board;
}
static void evolve(Board* board, int generations) {
  const dim3& block = board->block;
  const dim3 grid((board->width + block.x - 1) / block.x, (board->height + block.y - 1) / block.y);
  while (generations-- > 0) {
    life<<<grid, block>>>(board->now, board->next, board->width, board->height);  // launch life 5,50 64,4 0
    unsigned char* other = board->now;
    board->now = board->next;
    board->next = other;
  }
}
int main(int argc, char** argv) {
  int width = 300, height = 200, generations = 5;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--width") && i + 1 < argc) width = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--height") && i + 1 < argc) height = atoi(argv[++i]);
    else generations = atoi(argv[i]);
  }
  Board* board = create(width, height);
  seed<<<(width * height + 1023) >> 10, 1 << 10>>>(board->now, width * height);  // launch seed 59 1024 0
  evolve(board, generations);
  printf("%d\n", cudaDeviceSynchronize());
  delete board;
}
