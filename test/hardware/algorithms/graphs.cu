// Graphs, clustering and searching: frontiers, relaxations, components, neighbours, trees, strings, hash tables.
#include <cfloat>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

struct Node { int starting; int no_of_edges; };

__global__ void bfsExpand(const Node* nodes, const int* edges, bool* mask, bool* updating, bool* visited, int* cost, int n) {
    int tid = blockIdx.x * 128 + threadIdx.x;
    if (tid < n && mask[tid]) {
        mask[tid] = false;
        for (int i = nodes[tid].starting; i < nodes[tid].no_of_edges + nodes[tid].starting; i++) {
            int id = edges[i];
            if (!visited[id]) {
                cost[id] = cost[tid] + 1;
                updating[id] = true;
            }
        }
    }
}

__global__ void bfsUpdate(bool* mask, bool* updating, bool* visited, bool* over, int n) {
    int tid = blockIdx.x * 128 + threadIdx.x;
    if (tid < n && updating[tid]) {
        mask[tid] = true;
        visited[tid] = true;
        *over = true;
        updating[tid] = false;
    }
}

__global__ void bfsQueue(const int* ptr, const int* edges, int* distance, const int* frontier, int count, int* next, int* nextCount, int level) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int u = frontier[i];
    for (int e = ptr[u]; e < ptr[u + 1]; ++e) {
        int v = edges[e];
        if (atomicCAS(&distance[v], -1, level) == -1) next[atomicAdd(nextCount, 1)] = v;
    }
}

__global__ void ssspRelax(const int* ptr, const int* edges, const int* weights, int* distance, int* changed, int n) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= n || distance[u] == INT_MAX) return;
    int du = distance[u];
    for (int e = ptr[u]; e < ptr[u + 1]; ++e) {
        int d = du + weights[e];
        if (d < distance[edges[e]]) {
            atomicMin(&distance[edges[e]], d);
            *changed = 1;
        }
    }
}

__global__ void pageRankPull(const int* ptr, const int* sources, const float* rank, const int* degree, float* out, float damping, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    float sum = 0;
    for (int e = ptr[v]; e < ptr[v + 1]; ++e) {
        int u = sources[e];
        sum += rank[u] / degree[u];
    }
    out[v] = (1 - damping) / n + damping * sum;
}

__global__ void floydStep(int* d, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= n) return;
    int through = d[i * n + k] + d[k * n + j];
    if (through < d[i * n + j]) d[i * n + j] = through;
}

__global__ void floydBlock(int* d, int n, int round) {
    __shared__ int tile[16][16];
    int i = round * 16 + threadIdx.y, j = round * 16 + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = d[i * n + j];
    __syncthreads();
    for (int k = 0; k < 16; ++k) {
        int through = tile[threadIdx.y][k] + tile[k][threadIdx.x];
        __syncthreads();
        if (through < tile[threadIdx.y][threadIdx.x]) tile[threadIdx.y][threadIdx.x] = through;
        __syncthreads();
    }
    d[i * n + j] = tile[threadIdx.y][threadIdx.x];
}

__global__ void hook(const int2* edges, int* parent, int count) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count) return;
    int a = parent[edges[e].x], b = parent[edges[e].y];
    if (a != b) {
        int hi = max(a, b), lo = min(a, b);
        atomicMin(&parent[hi], lo);
    }
}

__global__ void jump(int* parent, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int p = parent[v];
    while (p != parent[p]) p = parent[p];
    parent[v] = p;
}

__global__ void triangles(const int* ptr, const int* edges, int* count, int n) {
    int u = blockIdx.x;
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    int mine = 0;
    for (int e = ptr[u] + threadIdx.x; e < ptr[u + 1]; e += blockDim.x) {
        int v = edges[e];
        if (v <= u) continue;
        int i = ptr[u], j = ptr[v];
        while (i < ptr[u + 1] && j < ptr[v + 1]) {
            if (edges[i] == edges[j]) { mine += edges[i] > v; ++i; ++j; }
            else if (edges[i] < edges[j]) ++i;
            else ++j;
        }
    }
    if (mine) atomicAdd(&total, mine);
    __syncthreads();
    if (threadIdx.x == 0) count[u] = total;
}

__constant__ float centers[8 * 4];

__global__ void kmeansAssign(const float* points, int* membership, int n, int clusters, int features) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    int index = -1;
    float best = FLT_MAX;
    for (int c = 0; c < clusters; c++) {
        float dist = 0;
        for (int f = 0; f < features; f++) {
            float diff = points[p + f * n] - centers[c * features + f];
            dist += diff * diff;
        }
        if (dist < best) {
            best = dist;
            index = c;
        }
    }
    membership[p] = index;
}

__global__ void kmeansSums(const float* points, const int* membership, float* sums, int* counts, int n) {
    __shared__ float s[8][4];
    __shared__ int c[8];
    if (threadIdx.x < 32) s[threadIdx.x / 4][threadIdx.x % 4] = 0;
    if (threadIdx.x < 8) c[threadIdx.x] = 0;
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < n) {
        int m = membership[p];
        for (int f = 0; f < 4; ++f) atomicAdd(&s[m][f], points[p + f * n]);
        atomicAdd(&c[m], 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) atomicAdd(&sums[threadIdx.x], s[threadIdx.x / 4][threadIdx.x % 4]);
    if (threadIdx.x < 8) atomicAdd(&counts[threadIdx.x], c[threadIdx.x]);
}

typedef struct { float lat; float lng; } LatLong;

__global__ void nearest(const LatLong* locations, float* distances, int n, float lat, float lng) {
    int id = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
    if (id < n) {
        const LatLong* l = locations + id;
        float* d = distances + id;
        *d = (float)sqrt((lat - l->lat) * (lat - l->lat) + (lng - l->lng) * (lng - l->lng));
    }
}

__global__ void knnInsert(const float3* points, const float3* queries, float* distances, int* indices, int n, int q) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= q) return;
    float bestD[5];
    int bestI[5];
    for (int k = 0; k < 5; ++k) { bestD[k] = FLT_MAX; bestI[k] = -1; }
    float3 me = queries[t];
    for (int i = 0; i < n; ++i) {
        float dx = points[i].x - me.x, dy = points[i].y - me.y, dz = points[i].z - me.z;
        float d = dx * dx + dy * dy + dz * dz;
        if (d < bestD[4]) {
            int k = 4;
            for (; k > 0 && bestD[k - 1] > d; --k) {
                bestD[k] = bestD[k - 1];
                bestI[k] = bestI[k - 1];
            }
            bestD[k] = d;
            bestI[k] = i;
        }
    }
    for (int k = 0; k < 5; ++k) {
        distances[k * q + t] = bestD[k];
        indices[k * q + t] = bestI[k];
    }
}

__global__ void hashInsert(unsigned long long* table, int slots, const unsigned* keys, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = keys[i];
    unsigned slot = (key * 2654435761u) % slots;
    unsigned long long entry = ((unsigned long long)key << 32) | (i + 1);
    while (true) {
        unsigned long long old = atomicCAS(&table[slot], 0ull, entry);
        if (old == 0 || (old >> 32) == key) return;
        slot = (slot + 1) % slots;
    }
}

__global__ void hashFind(const unsigned long long* table, int slots, const unsigned* keys, int* found, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned slot = (keys[i] * 2654435761u) % slots;
    int steps = 0;
    while (table[slot] != 0 && (table[slot] >> 32) != keys[i]) {
        slot = (slot + 1) % slots;
        if (++steps > slots) break;
    }
    found[i] = table[slot] != 0 ? steps : -1;
}

struct TreeNode { int key; int left; int right; int pad; };

__global__ void treeSearch(const TreeNode* tree, const int* keys, int* depth, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int at = 0, d = 0;
    while (at >= 0) {
        TreeNode node = tree[at];
        if (node.key == keys[i]) break;
        at = keys[i] < node.key ? node.left : node.right;
        ++d;
    }
    depth[i] = at < 0 ? -d : d;
}

__global__ void findPattern(const char* text, int length, const char* pattern, int size, int* matches) {
    extern __shared__ char wanted[];
    for (int i = threadIdx.x; i < size; i += blockDim.x) wanted[i] = pattern[i];
    __syncthreads();
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at + size > length) return;
    int k = 0;
    while (k < size && text[at + k] == wanted[k]) ++k;
    if (k == size) atomicAdd(matches, at);
}

__global__ void editDistance(const char* a, const char* b, int m, int* out) {
    unsigned char row[24];
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j <= m; ++j) row[j] = j;
    for (int i = 1; i <= m; ++i) {
        unsigned char diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; ++j) {
            unsigned char up = row[j];
            int cost = a[pair * m + i - 1] == b[pair * m + j - 1] ? 0 : 1;
            int best = diagonal + cost;
            if (up + 1 < best) best = up + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            diagonal = up;
        }
    }
    out[pair] = row[m];
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 13 + 1);
    printf("%s %.6g\n", name, weighted);
}

template <typename T>
T* upload(const std::vector<T>& host) {
    T* device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main() {
    const int n = 500;
    unsigned state = 71;
    auto next = [&] { state = state * 1664525u + 1013904223u; return state >> 10; };
    std::vector<int> ptr(n + 1), edges, weights, degree(n, 1);
    std::vector<Node> nodes(n);
    std::vector<int2> pairs;
    for (int u = 0; u < n; ++u) {
        ptr[u] = edges.size();
        int count = next() % 9;
        int v = u / 2;
        for (int k = 0; k < count; ++k) {
            v += 1 + next() % 40;
            if (v >= n) break;
            edges.push_back(v);
            weights.push_back(1 + next() % 20);
            pairs.push_back(make_int2(u, v));
            degree[v]++;
        }
        nodes[u] = {ptr[u], (int)edges.size() - ptr[u]};
    }
    ptr[n] = edges.size();
    std::vector<float> reals(4096);
    for (auto& v : reals) v = (next() % 512) / 16.0f;
    std::vector<unsigned> keys(512);
    for (auto& v : keys) v = next() % 300 + 1;
    std::vector<TreeNode> tree(255);
    for (int i = 0; i < 255; ++i) {
        int level = 31 - __builtin_clz(i + 1), step = 256 >> (level + 1);
        tree[i] = {(2 * (i + 1 - (1 << level)) + 1) * step, 2 * i + 1 < 255 ? 2 * i + 1 : -1, 2 * i + 2 < 255 ? 2 * i + 2 : -1, 0};
    }
    std::vector<char> text(4096);
    for (auto& v : text) v = 'a' + next() % 3;
    std::vector<bool> unused;
    Node* N = upload(nodes);
    int *P = upload(ptr), *E = upload(edges), *W = upload(weights), *G = upload(degree), *out, *dist;
    int2* pr = upload(pairs);
    float* R = upload(reals);
    unsigned* K = upload(keys);
    TreeNode* T = upload(tree);
    char* C = upload(text);
    bool *mask, *updating, *visited, *over;
    CHECK(cudaMalloc(&mask, n)); CHECK(cudaMalloc(&updating, n)); CHECK(cudaMalloc(&visited, n)); CHECK(cudaMalloc(&over, 4));
    CHECK(cudaMalloc(&out, 65536)); CHECK(cudaMalloc(&dist, 4 * n));
    CHECK(cudaMemset(mask, 0, n)); CHECK(cudaMemset(updating, 0, n)); CHECK(cudaMemset(visited, 0, n)); CHECK(cudaMemset(over, 0, 4));
    CHECK(cudaMemset(out, 0, 65536)); CHECK(cudaMemset(dist, 0, 4 * n));
    std::vector<char> first(n, 0);
    for (int i = 0; i < 20; ++i) first[i] = 1;
    CHECK(cudaMemcpy(mask, first.data(), n, cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(visited, first.data(), n, cudaMemcpyHostToDevice));
    for (int level = 0; level < 3; ++level) {
        bfsExpand<<<4, 128>>>(N, E, mask, updating, visited, dist, n);
        bfsUpdate<<<4, 128>>>(mask, updating, visited, over, n);
    }
    show("bfs", (unsigned char*)visited, n);
    CHECK(cudaMemset(dist, 255, 4 * n));
    std::vector<int> frontier(32);
    for (int i = 0; i < 32; ++i) frontier[i] = i * 9;
    int* F = upload(frontier);
    bfsQueue<<<1, 32>>>(P, E, dist, F, 30, out, out + 4000, 1);
    show("bfsQueue", dist, n); show("bfsQueue count", out + 4000, 1);
    std::vector<int> far(n, INT_MAX);
    far[0] = 0; far[3] = 1; far[40] = 0;
    CHECK(cudaMemcpy(dist, far.data(), 4 * n, cudaMemcpyHostToDevice));
    ssspRelax<<<1, 32>>>(P, E, W, dist, out, 32);
    pageRankPull<<<4, 128>>>(P, E, R, G, (float*)out, 0.85f, n); show("pageRankPull", (float*)out, n);
    CHECK(cudaMemcpy(out, weights.data(), 4 * 900, cudaMemcpyHostToDevice));
    for (int k = 0; k < 3; ++k) floydStep<<<dim3(1, 30), 32>>>(out, 30, k);
    show("floydStep", out, 900);
    floydBlock<<<1, dim3(16, 16)>>>(out, 30, 0); show("floydBlock", out, 900);
    std::vector<int> self(n);
    for (int i = 0; i < n; ++i) self[i] = i;
    CHECK(cudaMemcpy(dist, self.data(), 4 * n, cudaMemcpyHostToDevice));
    hook<<<1, 32>>>(pr, dist, 32);
    jump<<<4, 128>>>(dist, n); show("jump", dist, n);
    triangles<<<100, 32>>>(P, E, out, n); show("triangles", out, 100);
    CHECK(cudaMemcpyToSymbol(centers, reals.data(), 128));
    kmeansAssign<<<5, 128>>>(R, out, 600, 7, 4); show("kmeansAssign", out, 600);
    kmeansSums<<<1, 96>>>(R, out, (float*)out + 2000, out + 3000, 90); show("kmeansSums", out + 3000, 8);
    nearest<<<dim3(2, 2), 128>>>((LatLong*)R, (float*)out, 450, 3.5f, 7.25f); show("nearest", (float*)out, 450);
    knnInsert<<<2, 64>>>((float3*)R, (float3*)(R + 300), (float*)out, out + 1000, 80, 100); show("knnInsert", out + 1000, 500);
    CHECK(cudaMemset(out, 0, 8192));
    hashInsert<<<1, 32>>>((unsigned long long*)out, 257, K, 30);
    hashFind<<<2, 128>>>((unsigned long long*)out, 257, K + 20, out + 2000, 200);
    treeSearch<<<3, 128>>>(T, (int*)K, out, 330); show("treeSearch", out, 330);
    CHECK(cudaMemset(out, 0, 256));
    findPattern<<<16, 256, 16>>>(C, 4000, C + 700, 5, out); show("findPattern", out, 1);
    editDistance<<<2, 32>>>(C, C + 1600, 20, out); show("editDistance", out, 64);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
