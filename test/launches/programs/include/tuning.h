#pragma once
#define THREADS_PER_BLOCK 192
#define TILE_X 32
#define TILE_Y (TILE_X / 4)
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))
#define LAUNCH_1D(kernel, n, ...) kernel<<<DIV_UP(n, THREADS_PER_BLOCK), THREADS_PER_BLOCK>>>(__VA_ARGS__)
struct LaunchShape {
  dim3 grid, block;
  size_t shared;
};
inline LaunchShape shapeOf(int n) { return {dim3(DIV_UP(n, 64)), dim3(64), 64 * sizeof(double)}; }
