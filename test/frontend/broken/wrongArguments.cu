__global__ void three(int *a, int *b, int n) { if (threadIdx.x < n) a[threadIdx.x] = b[threadIdx.x]; }
__global__ int returnsInt() { return 3; }
__device__ int helper(int x) { return undefined_function(x); }
__global__ void usesHelper(int *p) { p[0] = helper(3); }
int main() {
    int *d;
    three<<<1, 32>>>(d, d);
    three<<<1>>>(d, d, 3);
    three(d, d, 3);
    int x = "text";
}
