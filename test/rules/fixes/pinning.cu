// broken: host code with the C++ library, of which only the outline is read
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define gpuErrchk(call) { gpuAssert((call), __FILE__, __LINE__); }

static float table[1024];

class Pipeline {
public:
    explicit Pipeline(size_t n) : n_(n) {
        host_ = (float*)malloc(n * sizeof(float));
        gpuErrchk(cudaMalloc(&device_, n * sizeof(float)));
    }
    ~Pipeline() {
        free(host_);
        gpuErrchk(cudaFree(device_));
    }
    void send(cudaStream_t stream) {
        gpuErrchk(cudaMemcpyAsync(device_, host_, n_ * sizeof(float), cudaMemcpyHostToDevice, stream));
    }

private:
    size_t n_;
    float* host_;
    float* device_;
};

struct Buffers {
    int* in;
    int* device;
};

void allocate(Buffers& buffers, size_t n, cudaStream_t stream) {
    buffers.in = new int[n]();
    gpuErrchk(cudaMemcpyAsync(buffers.device, buffers.in, n * sizeof(int), cudaMemcpyHostToDevice, stream));
}

void release(Buffers* buffers) {
    delete[] buffers->in;
}

float total(const float* device, cudaStream_t stream) {
    float sum = 0;
    gpuErrchk(cudaMemcpyAsync(&sum, device, sizeof(float), cudaMemcpyDeviceToHost, stream));
    gpuErrchk(cudaStreamSynchronize(stream));
    if (sum < 0) return -1;
    return sum;
}

void fillTable(float* device, cudaStream_t stream) {
    for (int k = 0; k < 2; ++k) {
        gpuErrchk(cudaMemcpyAsync(device + k * 512, &table[k * 512], 2048, cudaMemcpyHostToDevice, stream));
    }
    gpuErrchk(cudaStreamSynchronize(stream));
}

int main() {
    const size_t n = 1 << 16;
    cudaStream_t stream;
    gpuErrchk(cudaStreamCreate(&stream));
    float* device;
    gpuErrchk(cudaMalloc(&device, n * sizeof(float)));

    std::vector<float> values(n, 1.0f);
    gpuErrchk(cudaMemcpyAsync(device, values.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream));

    std::vector<float> grown;
    grown.resize(n);
    gpuErrchk(cudaMemcpyAsync(device, grown.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream));

    float few[64];
    gpuErrchk(cudaMemcpyAsync(few, device, sizeof(few), cudaMemcpyDeviceToHost, stream));

    auto zeros = static_cast<float*>(calloc(n, sizeof(float)));
    gpuErrchk(cudaMemcpyAsync(device, zeros, n * sizeof(float), cudaMemcpyHostToDevice, stream));

    float* late = nullptr;
    late = new float[n / 2];
    gpuErrchk(cudaMemcpyAsync(device, late, n / 2 * sizeof(float), cudaMemcpyHostToDevice, stream));

    if (total(device, stream) > 1e9f) return 1;
    gpuErrchk(cudaStreamSynchronize(stream));
    free(zeros);
    delete[] late;
    return 0;
}
