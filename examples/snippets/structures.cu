// An array of structures puts 12 bytes between the x of neighbouring lanes: 12 sectors a request, of which a third is used.
// A structure of arrays (one array for each member) needs 4.
struct Point {
    float x, y, z;
};

__global__ void structures(const Point* points, float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = points[i].x;
}
