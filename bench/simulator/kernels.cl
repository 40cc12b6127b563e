// The kernels of kernels.cu in OpenCL C, for Oclgrind.
__kernel void matrixProduct(__global const float* a, __global const float* b, __global float* c, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

__kernel void tiledProduct(__global const float* a, __global const float* b, __global float* c, int n) {
    __local float as[16][16], bs[16][16];
    int tx = get_local_id(0), ty = get_local_id(1), x = get_group_id(0) * 16 + tx, y = get_group_id(1) * 16 + ty;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[ty][tx] = a[y * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}

__kernel void copy(__global const float* in, __global float* out, int n) {
    int i = get_global_id(0);
    if (i < n) out[i] = in[i];
}

__kernel void stridedCopy(__global const float* in, __global float* out, int n, int stride) {
    int i = get_global_id(0);
    int k = i * stride % n;
    out[k] = in[k];
}

__kernel void transpose(__global const float* in, __global float* out, int n) {
    __local float tile[16][17];
    int tx = get_local_id(0), ty = get_local_id(1), x = get_group_id(0) * 16 + tx, y = get_group_id(1) * 16 + ty;
    tile[ty][tx] = in[y * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(get_group_id(0) * 16 + ty) * n + get_group_id(1) * 16 + tx] = tile[tx][ty];
}

__kernel void reduction(__global const float* in, __global float* out, int n) {
    __local float s[256];
    int t = get_local_id(0);
    float sum = 0;
    for (int i = get_group_id(0) * 256 + t; i < n; i += get_num_groups(0) * 256) sum += in[i];
    s[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 128; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = s[0];
}

__kernel void histogram(__global const int* in, __global int* bins, int n) {
    __local int s[64];
    int t = get_local_id(0);
    if (t < 64) s[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_group_id(0) * 256 + t; i < n; i += get_num_groups(0) * 256) atomic_add(&s[in[i] & 63], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < 64) atomic_add(&bins[t], s[t]);
}

__kernel void stencil(__global const float* in, __global float* out, int n) {
    int i = get_global_id(0);
    if (i < 3 || i >= n - 3) return;
    float sum = 0.5f * in[i];
    for (int k = 1; k <= 3; ++k) sum += 0.1f * (in[i - k] + in[i + k]);
    out[i] = sum;
}

__kernel void nbody(__global const float* x, __global const float* y, __global const float* z, __global float* force, int n) {
    int i = get_global_id(0);
    float px = x[i], py = y[i], pz = z[i], sum = 0;
    for (int k = 0; k < n; ++k) {
        float dx = x[k] - px, dy = y[k] - py, dz = z[k] - pz;
        float square = dx * dx + dy * dy + dz * dz + 0.01f;
        sum += dx / (square * sqrt(square));
    }
    force[i] = sum;
}

__kernel void mandelbrot(__global int* out, int width, int limit) {
    int x = get_global_id(0), y = get_global_id(1);
    float cr = x * 3.0f / width - 2.0f, ci = y * 3.0f / width - 1.5f, zr = 0, zi = 0;
    int i = 0;
    for (; i < limit && zr * zr + zi * zi < 4.0f; ++i) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
    }
    out[y * width + x] = i;
}
