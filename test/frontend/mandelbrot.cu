// Escape-time fractal in single and double precision over a persistent grid.
__device__ unsigned int blockCounter;
template <class T> __device__ inline int CalcMandelbrot(const T xPos, const T yPos, const int crunch) {
    T y = yPos, x = xPos, yy = y * y, xx = x * x;
    int i = crunch;
    while (--i && (xx + yy < T(4.0))) {
        y = x * y * T(2.0) + yPos;
        x = xx - yy + xPos;
        yy = y * y;
        xx = x * x;
    }
    return i;
}
template <class T> __global__ void Mandelbrot0(uchar4 *dst, const int imageW, const int imageH, const int crunch, const T xOff, const T yOff, const T scale, const uchar4 colors, const int gridWidth, const int numBlocks) {
    __shared__ unsigned int blockIndex, blockX, blockY;
    while (1) {
        if ((threadIdx.x == 0) && (threadIdx.y == 0)) {
            blockIndex = atomicAdd(&blockCounter, 1);
            blockX = blockIndex % gridWidth;
            blockY = blockIndex / gridWidth;
        }
        __syncthreads();
        if (blockIndex >= numBlocks) break;
        const int ix = blockDim.x * blockX + threadIdx.x, iy = blockDim.y * blockY + threadIdx.y;
        if ((ix < imageW) && (iy < imageH)) {
            int m = CalcMandelbrot<T>(T(ix) * scale + xOff, T(iy) * scale + yOff, crunch);
            m = m > 0 ? crunch - m : 0;
            uchar4 color;
            if (m) {
                m += 1;
                color.x = m * colors.x;
                color.y = m * colors.y;
                color.z = m * colors.z;
            } else {
                color.x = 0; color.y = 0; color.z = 0;
            }
            dst[imageW * iy + ix] = color;
        }
        __syncthreads();
    }
}
void RunMandelbrot0(uchar4 *dst, const int imageW, const int imageH, bool doubles, int numSMs) {
    dim3 threads(16, 16), grid((imageW + 15) / 16, (imageH + 15) / 16);
    unsigned int hBlockCounter = 0;
    cudaMemcpyToSymbol(blockCounter, &hBlockCounter, sizeof(unsigned int), 0, cudaMemcpyHostToDevice);
    if (doubles) Mandelbrot0<double><<<numSMs, threads>>>(dst, imageW, imageH, 512, -0.5, 0.0, 0.004, make_uchar4(3, 5, 7, 0), grid.x, grid.x * grid.y);
    else Mandelbrot0<float><<<numSMs, threads>>>(dst, imageW, imageH, 512, -0.5f, 0.0f, 0.004f, make_uchar4(3, 5, 7, 0), grid.x, grid.x * grid.y);
}
