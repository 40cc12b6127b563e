// POSIX threads that compute parts on the device and meet at a barrier.
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <cuda_runtime.h>
enum { THREADS = 4, N = 1000 };
struct Part {
  int id;
  int* device;
  long sum;
};
static pthread_barrier_t barrier;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int finished;
static long shares[THREADS];
__global__ void fill(int* p, int from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[from + i] = (from + i) % 17;
}
static void* work(void* argument) {
  Part* part = (Part*)argument;
  const int count = N / THREADS;
  fill<<<(count + 63) / 64, 64, 0, cudaStreamPerThread>>>(part->device, part->id * count, count);
  int* h = (int*)malloc(count * sizeof(int));
  cudaMemcpyAsync(h, part->device + part->id * count, count * sizeof(int), cudaMemcpyDeviceToHost, cudaStreamPerThread);
  cudaStreamSynchronize(cudaStreamPerThread);
  for (int i = 0; i < count; i++) shares[part->id] += h[i];
  free(h);
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < THREADS; i++) part->sum += shares[i];
  pthread_mutex_lock(&guard);
  finished++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&guard);
  return part;
}
int main() {
  int* d;
  cudaMalloc(&d, N * sizeof(int));
  pthread_barrier_init(&barrier, 0, THREADS);
  pthread_t threads[THREADS];
  Part parts[THREADS];
  for (int i = 0; i < THREADS; i++) {
    parts[i] = Part{i, d, 0};
    if (pthread_create(&threads[i], 0, work, &parts[i])) return 1;
  }
  pthread_mutex_lock(&guard);
  while (finished < THREADS) pthread_cond_wait(&changed, &guard);
  pthread_mutex_unlock(&guard);
  for (int i = 0; i < THREADS; i++) {
    void* result;
    pthread_join(threads[i], &result);
    printf("%d: %ld\n", ((Part*)result)->id, ((Part*)result)->sum);
  }
  pthread_barrier_destroy(&barrier);
  cudaFree(d);
}
