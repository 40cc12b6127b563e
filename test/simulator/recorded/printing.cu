// `printf` of the device: every conversion, widths, lengths, many arguments, and when the text comes out.
#include <stdio.h>

__global__ void conversions(const char* text) {
    long long big = -1234567890123ll;
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d]\n", 42, 42, 42, 42, 42, 42, 7);
    printf("[%u] [%o] [%x] [%X] [%#x] [%#o]\n", 4000000000u, 64, 255, 255, 255, 64);
    printf("[%lld] [%llu] [%llx] [%ld] [%lu] [%zu] [%zd]\n", big, 18446744073709551615ull, 0x123456789abcdefull, -5l, 5ul, (size_t)77, (size_t)78);
    printf("[%hd] [%hhd] [%hu] [%i]\n", 70000, 300, 70000, -3);
    printf("[%c] [%3c] [%-3c] [%s] [%8s] [%-8s] [%.2s]\n", 'a', 'b', 'c', text, text, text, text);
    printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%e] [%.0e] [%E]\n", 3.14159, 3.14159, 3.14159, 3.14159, 31415.9, 31415.9, 0.000314159);
    printf("[%g] [%g] [%g] [%G] [%.10g] [%#g]\n", 0.0001, 1e-5, 123456789.0, 1e-10, 1.0 / 3, 1.0);
    printf("[%a] [%A] [%.3a]\n", 1.0, 0.1, 3.14159);
    printf("[%f] [%f] [%e] [%g] [%5.1f]\n", 1.0 / 0.0, -1.0 / 0.0, sqrt(-1.0), 0.0 * -1.0, -0.0);
    printf("[%p] [%p]\n", (void*)0x1234, (void*)0);
    printf("[%%]\n");
    printf("[%*d] [%-*d] [%.*f]\n", 6, 42, 6, 42, 2, 2.71828);
    float f = 1.5f;
    char c = 'x';
    short h = -9;
    bool b = true;
    printf("[%f] [%c] [%d] [%d]\n", f, c, h, b);
}
__global__ void many() {
    int n = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                   14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32);
    int m = printf("plain\n"), k = printf("%d and %s\n", 1, "two");
    printf("returned %d %d %d\n", n, m, k);
}
__global__ void lanes() {
    if (threadIdx.x % 3 == 0) printf("thread %d of block %d\n", threadIdx.x, blockIdx.x);
}
struct Pair {
    int a;
    double b;
};
__global__ void mixed(Pair p) { printf("%d %f %lld %d %f\n", p.a, p.b, (long long)p.a << 40, p.a + 1, p.b + 1); }

int main() {
    const char text[] = "device";
    char* t;
    cudaMalloc(&t, 16);
    cudaMemcpy(t, text, 7, cudaMemcpyHostToDevice);
    printf("before\n");
    conversions<<<1, 1>>>(t);
    printf("launched\n");
    cudaDeviceSynchronize();
    printf("synchronised\n");
    many<<<1, 1>>>();
    cudaDeviceSynchronize();
    lanes<<<1, 8>>>();
    mixed<<<1, 1>>>(Pair{3, 4.5});
    printf("both launched\n");
    char back[8];
    cudaMemcpy(back, t, 7, cudaMemcpyDeviceToHost);
    printf("copied %s\n", back);
    lanes<<<1, 1>>>();
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventRecord(e);
    cudaEventSynchronize(e);
    printf("event\n");
    lanes<<<1, 1>>>();
    cudaStreamSynchronize(0);
    printf("stream\n");
    size_t size;
    cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize);
    printf("%zu\n", size);
    lanes<<<2, 1>>>();
    cudaDeviceReset();
    printf("end\n");
    return 0;
}
