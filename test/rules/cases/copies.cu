// broken: host code with the C++ library, of which only the outline is read
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) exit(1); } while (0)

struct Buffers { float* host; float* pinned; float* device; };

void send(float* device, const float* data, size_t bytes, cudaStream_t stream) {
    CHECK(cudaMemcpyAsync(device, data, bytes, cudaMemcpyHostToDevice, stream));
//                                ^^^^ expect: pageable-async-copy "std::vector values"
}

void sendPinned(float* device, const float* data, size_t bytes, cudaStream_t stream) {
    CHECK(cudaMemcpyAsync(device, data, bytes, cudaMemcpyHostToDevice, stream));
}

void fromOutside(float* device, const float* data, size_t bytes, cudaStream_t stream) {
    CHECK(cudaMemcpyAsync(device, data, bytes, cudaMemcpyHostToDevice, stream));
}

int main() {
    const size_t n = 1 << 20, bytes = n * sizeof(float);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    float* device;
    CHECK(cudaMalloc(&device, bytes));

    float* a = (float*)malloc(bytes);
    CHECK(cudaMemcpyAsync(device, a, bytes, cudaMemcpyHostToDevice, stream));
//                                ^ expect: pageable-async-copy "pageable memory (malloc)"
    CHECK(cudaMemcpyAsync(a + 16, device, bytes / 2, cudaMemcpyDeviceToHost, stream));
//                        ^^^^^^ expect: pageable-async-copy "returns only when it has arrived"

    float* b = new float[n];
    CHECK(cudaMemcpyAsync(device, &b[64], 256, cudaMemcpyHostToDevice, stream));
//                                ^^^^^^ expect: pageable-async-copy "(new)"

    std::vector<float> values(n);
    CHECK(cudaMemcpyAsync(device, values.data(), bytes, cudaMemcpyHostToDevice, stream));
//                                ^^^^^^^^^^^^^ expect: pageable-async-copy "std::vector values"
    send(device, values.data(), bytes, stream);

    float stack[64];
    CHECK(cudaMemcpyAsync(stack, device, sizeof(stack), cudaMemcpyDeviceToHost, stream));
//                        ^^^^^ expect: pageable-async-copy "the array stack"

    Buffers buffers;
    buffers.host = (float*)malloc(bytes);
    CHECK(cudaMallocHost(&buffers.pinned, bytes));
    CHECK(cudaMemcpyAsync(device, buffers.host, bytes, cudaMemcpyHostToDevice, stream));
//                                ^^^^^^^^^^^^ expect: pageable-async-copy "buffers.host"
    CHECK(cudaMemcpyAsync(device, buffers.pinned, bytes, cudaMemcpyHostToDevice, stream));

    float* c;
    CHECK(cudaMallocHost((void**)&c, bytes));
    CHECK(cudaMemcpyAsync(device, c, bytes, cudaMemcpyHostToDevice, stream));
    sendPinned(device, c, bytes, stream);

    float* d = (float*)malloc(bytes);
    CHECK(cudaHostRegister(d, bytes, cudaHostRegisterDefault));
    CHECK(cudaMemcpyAsync(device, d, bytes, cudaMemcpyHostToDevice, stream));

    float* e = nullptr;
    CHECK(cudaHostAlloc(&e, bytes, cudaHostAllocDefault));
    CHECK(cudaMemcpyAsync(device, e, bytes, cudaMemcpyHostToDevice, stream));

    float* m;
    CHECK(cudaMallocManaged(&m, bytes));
    CHECK(cudaMemcpyAsync(device, m, bytes, cudaMemcpyDefault, stream));

    CHECK(cudaStreamSynchronize(stream));
    free(a);
    delete[] b;
    CHECK(cudaFreeHost(c));
    return 0;
}
