// Speckle-reducing diffusion: gradients through clamped neighbours.
#include <cmath>
__global__ void srad_cuda_1(float *E_C, float *W_C, float *N_C, float *S_C, float *J_cuda, float *C_cuda, int cols, int rows, float q0sqr) {
    const int BS = 16;
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y, index = cols * BS * by + BS * bx + cols * ty + tx;
    float n, w, e, s, jc, g2, l, num, den, qsqr, c;
    __shared__ float temp[BS][BS];
    temp[ty][tx] = J_cuda[index];
    __syncthreads();
    jc = temp[ty][tx];
    n = (ty == 0 ? J_cuda[by == 0 ? index : index - cols] : temp[ty - 1][tx]) - jc;
    s = (ty == BS - 1 ? J_cuda[by == gridDim.y - 1 ? index : index + cols] : temp[ty + 1][tx]) - jc;
    w = (tx == 0 ? J_cuda[bx == 0 ? index : index - 1] : temp[ty][tx - 1]) - jc;
    e = (tx == BS - 1 ? J_cuda[bx == gridDim.x - 1 ? index : index + 1] : temp[ty][tx + 1]) - jc;
    g2 = (n * n + s * s + w * w + e * e) / (jc * jc);
    l = (n + s + w + e) / jc;
    num = (0.5 * g2) - ((1.0 / 16.0) * (l * l));
    den = 1 + (.25 * l);
    qsqr = num / (den * den);
    den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
    c = 1.0 / (1.0 + den);
    C_cuda[index] = c < 0 ? 0 : c > 1 ? 1 : c;
    E_C[index] = e; W_C[index] = w; S_C[index] = s; N_C[index] = n;
}
void step(float *p[6], int rows, int cols) {
    dim3 dimBlock(16, 16), dimGrid(cols / 16, rows / 16);
    srad_cuda_1<<<dimGrid, dimBlock>>>(p[0], p[1], p[2], p[3], p[4], p[5], cols, rows, 0.05f);
}
