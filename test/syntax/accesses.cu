// Where clang places the accesses of these kernels at -O2, and the expression that each of them is.
struct Body { float x, y; float history[4]; };
struct List { int* items; int count; };

__global__ void subscripts(float* out, const float* in, int** rows, int n) {
    int x = threadIdx.x;
    int y = threadIdx.y;
    out[y * n + x] = in[x * n + y];
//                 ^ store out[y * n + x]
//                   ^ load in[x * n + y]
    out[x] += in[y] * 2.0f;
//         ^ store out[x]
//         ^ load out[x]
//            ^ load in[y]
    out[in[x] > 0.0f ? x : y]++;
//      ^ load in[x]
//                           ^ store out[in[x] > 0.0f ? x : y]
    rows[y][x] = 1;
//  ^ load rows[y][x]
//             ^ store rows[y][x]
}

__global__ void tiles(float* out, int n) {
    __shared__ float tile[32][33];
    tile[threadIdx.x][threadIdx.y] = out[n];
//                                 ^ store tile[threadIdx.x][threadIdx.y]
//                                   ^ load out[n]
    __syncthreads();
    out[n] = tile[threadIdx.y][threadIdx.x];
//           ^ load tile[threadIdx.y][threadIdx.x]
}

__global__ void members(Body* b, List* list, float4* v) {
    b[threadIdx.x].y = b[threadIdx.x].x;
//                   ^ store b[threadIdx.x].y
//                                    ^ load b[threadIdx.x].x
    b->history[threadIdx.x] = (*b).y;
//                          ^ store b->history[threadIdx.x]
//                                 ^ load (*b).y
    list->items[threadIdx.x] = list->count;
//        ^ load list->items[threadIdx.x]
//                                   ^ load list->count
    float4 one = v[threadIdx.x];
//               ^ load v[threadIdx.x]
    v[0] = one;
//       ^ store v[0]
}

__global__ void pointers(int* p, const int* q, unsigned* bins) {
    *p = *(q + threadIdx.x);
//     ^ store *p
//       ^ load *(q + threadIdx.x)
    *(p + threadIdx.x) *= 2;
//                     ^ load *(p + threadIdx.x)
    ((int4*)p)[threadIdx.x] = ((const int4*)q)[threadIdx.x];
//                          ^ store ((int4*)p)[threadIdx.x]
//                            ^ load ((const int4*)q)[threadIdx.x]
    atomicAdd(&bins[q[threadIdx.x]], 1u);
//  ^ atomic atomicAdd(&bins[q[threadIdx.x]], 1u)
//                  ^ load q[threadIdx.x]
    if (threadIdx.x < 4) for (int i = 0; i < 4; ++i) p[i] = __ldg(&q[i]);
//                                                        ^ store p[i]
//                                                          ^ load __ldg(&q[i])
}
