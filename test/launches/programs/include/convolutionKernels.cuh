#pragma once
#include "tuning.h"
#define RADIUS 4
#define ROW_TILE 128
__constant__ float weights[2 * RADIUS + 1];
__global__ void convolveRows(float* out, const float* in, int w) {
  __shared__ float tile[ROW_TILE + 2 * RADIUS];
  int x = blockIdx.x * ROW_TILE + threadIdx.x;
  tile[threadIdx.x + RADIUS] = in[blockIdx.y * w + x];
  if (threadIdx.x < RADIUS) {
    tile[threadIdx.x] = x >= RADIUS ? in[blockIdx.y * w + x - RADIUS] : 0;
    tile[threadIdx.x + RADIUS + ROW_TILE] = x + ROW_TILE < w ? in[blockIdx.y * w + x + ROW_TILE] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * RADIUS; k++) sum += weights[k] * tile[threadIdx.x + k];
  out[blockIdx.y * w + x] = sum;
}
template <int COLUMN>
__global__ void convolveColumns(float* out, const float* in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * COLUMN + threadIdx.y;
  float sum = 0;
  for (int k = -RADIUS; k <= RADIUS; k++)
    if (y + k >= 0 && y + k < h) sum += weights[k + RADIUS] * in[(y + k) * w + x];
  out[y * w + x] = sum;
}
inline void convolveRowsGPU(float* out, const float* in, int w, int h) {
  dim3 blocks(w / ROW_TILE, h);
  dim3 threads(ROW_TILE, 1);
  convolveRows<<<blocks, threads>>>(out, in, w);
}
