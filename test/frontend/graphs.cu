// A graph by capture and a graph by hand, with an access policy window on a kernel node.
#include <cstdio>
#include <vector>

__global__ void scale(float *x, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}
void CUDART_CB hostCallback(void *data) { ++*(int *)data; }

#define CHECK(x) do { cudaError_t e_ = (x); if (e_) { printf("%s\n", cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    const int n = 1 << 16;
    float *x;
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    scale<<<n / 256, 256, 0, stream>>>(x, 2.0f, n);
    scale<<<n / 256, 256, 0, stream>>>(x, 0.5f, n);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    for (int i = 0; i < 10; ++i) CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));

    cudaGraph_t byHand;
    CHECK(cudaGraphCreate(&byHand, 0));
    std::vector<cudaGraphNode_t> dependencies;
    cudaGraphNode_t memset, kernel, host;
    cudaMemsetParams memsetParams = {0};
    memsetParams.dst = x;
    memsetParams.elementSize = sizeof(float);
    memsetParams.width = n;
    memsetParams.height = 1;
    CHECK(cudaGraphAddMemsetNode(&memset, byHand, NULL, 0, &memsetParams));
    dependencies.push_back(memset);
    float factor = 3.0f;
    int count = n, calls = 0;
    void *args[] = {(void *)&x, &factor, &count};
    cudaKernelNodeParams kernelParams = {0};
    kernelParams.func = (void *)scale;
    kernelParams.gridDim = dim3(n / 256, 1, 1);
    kernelParams.blockDim = dim3(256, 1, 1);
    kernelParams.kernelParams = args;
    CHECK(cudaGraphAddKernelNode(&kernel, byHand, dependencies.data(), dependencies.size(), &kernelParams));
    cudaKernelNodeAttrValue attribute = {};
    attribute.accessPolicyWindow.base_ptr = x;
    attribute.accessPolicyWindow.num_bytes = n * sizeof(float);
    attribute.accessPolicyWindow.hitRatio = 0.6f;
    attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    CHECK(cudaGraphKernelNodeSetAttribute(kernel, cudaKernelNodeAttributeAccessPolicyWindow, &attribute));
    cudaHostNodeParams hostParams = {hostCallback, &calls};
    CHECK(cudaGraphAddHostNode(&host, byHand, &kernel, 1, &hostParams));
    cudaGraphExec_t second;
    CHECK(cudaGraphInstantiate(&second, byHand, 0));
    CHECK(cudaGraphLaunch(second, stream));
    CHECK(cudaStreamSynchronize(stream));
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return 0;
}
