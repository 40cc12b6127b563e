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
//                        ^^^^^^ expect: pageable-async-copy "returns only when the data has arrived"

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

struct Plan { float* in; float* out; float* device; cudaStream_t stream; };

void allocate(Plan* plan, size_t bytes) {
    CHECK(cudaMallocHost((void**)&plan->in, bytes));
    plan->out = (float*)malloc(bytes);
}

void runPlans(Plan* plans, int count, size_t bytes) {
    for (int i = 0; i < count; ++i) {
        CHECK(cudaMemcpyAsync(plans[i].device, plans[i].in, bytes, cudaMemcpyHostToDevice, plans[i].stream));
        CHECK(cudaMemcpyAsync(plans[i].out, plans[i].device, bytes, cudaMemcpyDeviceToHost, plans[i].stream));
//                            ^^^^^^^^^^^^ expect: pageable-async-copy "plans[i].out is pageable memory (malloc)"
    }
}

template <typename T> struct PinnedAllocator {};

void containers(float* device, int* flags, size_t n, bool pinned, cudaStream_t stream) {
    std::vector<float, PinnedAllocator<float>> own(n);
    CHECK(cudaMemcpyAsync(device, own.data(), n, cudaMemcpyHostToDevice, stream));
    std::vector<std::vector<float>> rows(4, std::vector<float>(n));
    CHECK(cudaMemcpyAsync(device, rows[0].data(), n, cudaMemcpyHostToDevice, stream));
//                                ^^^^^^^^^^^^^^ expect: pageable-async-copy "std::vector rows"
    float* either;
    if (pinned) CHECK(cudaMallocHost(&either, n));
    else either = (float*)malloc(n);
    CHECK(cudaMemcpyAsync(device, either, n, cudaMemcpyHostToDevice, stream));
    int flag = 0;
    CHECK(cudaMemcpyAsync(&flag, flags, sizeof(int), cudaMemcpyDeviceToHost, stream));
//                        ^^^^^ expect: pageable-async-copy "the variable flag"
    std::vector<float> registered(n);
    CHECK(cudaHostRegister(registered.data(), n * sizeof(float), cudaHostRegisterDefault));
    CHECK(cudaMemcpyAsync(device, registered.data(), n, cudaMemcpyHostToDevice, stream));
}

float* plainBuffer(size_t n) {
    if (n == 0) return nullptr;
    float* made = (float*)malloc(n);
    return made;
}
float* pinnedBuffer(size_t n) {
    float* made;
    CHECK(cudaMallocHost(&made, n));
    return made;
}
void makePlain(float** to, size_t n) { *to = (float*)malloc(n); }
void makePinned(float** to, size_t n) { CHECK(cudaMallocHost((void**)to, n)); }
void makeByReference(float*& to, size_t n) { to = new float[n]; }
void makePinnedByReference(float*& to, size_t n) { CHECK(cudaMallocHost(&to, n)); }
float* eitherBuffer(size_t n, bool pinned) {
    if (pinned) return pinnedBuffer(n);
    return plainBuffer(n);
}

void throughFunctions(float* device, size_t n, bool pinned, cudaStream_t stream) {
    float* a = plainBuffer(n);
    CHECK(cudaMemcpyAsync(device, a, n, cudaMemcpyHostToDevice, stream));
//                                ^ expect: pageable-async-copy "pageable memory (malloc)"
    float* b = pinnedBuffer(n);
    CHECK(cudaMemcpyAsync(device, b, n, cudaMemcpyHostToDevice, stream));
    float* c;
    makePlain(&c, n);
    CHECK(cudaMemcpyAsync(device, c, n, cudaMemcpyHostToDevice, stream));
//                                ^ expect: pageable-async-copy "pageable memory (malloc)"
    float* d;
    makePinned(&d, n);
    CHECK(cudaMemcpyAsync(device, d, n, cudaMemcpyHostToDevice, stream));
    float* e;
    makeByReference(e, n);
    CHECK(cudaMemcpyAsync(device, e, n, cudaMemcpyHostToDevice, stream));
//                                ^ expect: pageable-async-copy "pageable memory (new)"
    float* f;
    makePinnedByReference(f, n);
    CHECK(cudaMemcpyAsync(device, f, n, cudaMemcpyHostToDevice, stream));
    float* g = eitherBuffer(n, pinned);
    CHECK(cudaMemcpyAsync(device, g, n, cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(device, plainBuffer(n), n, cudaMemcpyHostToDevice, stream));
//                                ^^^^^^^^^^^^^^ expect: pageable-async-copy "pageable memory (malloc)"
}
