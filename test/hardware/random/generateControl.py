"""Random kernels of control flow, device functions, local arrays, tiles, warp functions and mixed types.

    python3 test/hardware/random/generateControl.py 7 6 25

writes the programs control0.cu … beside this file: six of 25 kernels each, from seed 7. Every index is masked into its
array. What a branch or an index depends on is either the thread, an argument, or `keys` and `real`, which no kernel
writes, so what a kernel counts does not depend on the order of its threads.
"""

import os
import random
import sys

seed, files, kernels_per_file = map(int, sys.argv[1:4])
chance = random.Random(seed)
ELEMENTS = 8192
MASK = ELEMENTS - 1
TYPES = ["float", "float", "float", "int", "double", "unsigned char", "short", "long long", "unsigned", "float2", "float4", "Pair", "Cell"]
MEMBERS = {"float2": "xy", "float4": "xyzw", "Pair": ["key", "value"], "Cell": ["a", "b", "d"]}
BLOCKS = {
    1: [(32, 1), (64, 1), (128, 1), (256, 1), (96, 1)],
    2: [(16, 16), (8, 8), (32, 8), (32, 4), (4, 16), (16, 2)],
}
FUNCTIONS = """struct Pair { int key; float value; };
struct Cell { int a; float b; short c; double d; };
struct Shape { int width, height; float scale; };
struct Range { int low, high; };
__constant__ float weights[64];
__constant__ int offsets[16];

template <typename T> __device__ T clampTo(T x, T low, T high) { return x < low ? low : (x > high ? high : x); }
template <int N> __device__ float sumOf(const float* p, int at) {
  float s = 0.0f;
  for (int k = 0; k < N; ++k) s += p[(at + k) & 8191];
  return s;
}
template <typename T> __device__ void swapIf(T& a, T& b, bool isWrong) {
  if (isWrong) { T c = a; a = b; b = c; }
}
template <typename F> __device__ float visit(int from, int to, F f) {
  float s = 0.0f;
  for (int k = from; k < to; ++k) s += f(k);
  return s;
}
__device__ void advance(float& value, int& at, int by) {
  at = (at + by) & 8191;
  value = value * 0.5f + (float)at;
}
__device__ Pair blend(Pair a, Pair b, float by) {
  Pair c;
  c.key = a.key > b.key ? a.key : b.key;
  c.value = a.value + (b.value - a.value) * by;
  return c;
}
__device__ Range around(int x, int radius, int n) {
  Range r;
  r.low = x - radius < 0 ? 0 : x - radius;
  r.high = x + radius > n ? n : x + radius;
  return r;
}
__device__ float polynomial(float x, const float (&c)[4]) { return ((c[3] * x + c[2]) * x + c[1]) * x + c[0]; }
__device__ __forceinline__ int hashOf(int x) { x ^= x >> 7; x *= 0x9E3779B1; return (x ^ (x >> 15)) & 8191; }
__device__ bool find(const int* p, int from, int count, int key, int& at) {
  for (int k = 0; k < count; ++k) {
    if (p[(from + k) & 8191] == key) { at = k; return true; }
  }
  return false;
}
"""


def pick(*choices):
    return chance.choice(choices)


def maybe(p):
    return chance.random() < p


class Kernel:
    """The text of one kernel under construction, with the names that are in scope where it stands."""

    def __init__(self, name):
        self.name = name
        self.dims = chance.choices([1, 2], [3, 2])[0]
        self.block = pick(*BLOCKS[self.dims])
        self.grid = (pick(1, 2, 3, 5), pick(1, 2) if self.dims == 2 else 1)
        self.threads = self.block[0] * self.block[1]
        self.read, self.write = pick(*TYPES), pick(*TYPES)
        self.restrict = pick("__restrict__ ", "__restrict__ ", "")
        self.shaped = maybe(0.25)
        self.tile = None
        self.square = None
        self.counters = []
        self.ints = ["t", "i", "threadIdx.x"] + (["row", "col"] if self.dims == 2 else [])
        self.arrays = []
        self.lines = []
        self.next = 0
        self.n = pick(self.threads * self.grid[0] * self.grid[1], 500, 333, 100, 77)
        self.m = pick(2, 3, 4, 5, 6, 7, 9)

    def fresh(self, stem):
        self.next += 1
        return f"{stem}{self.next}"

    def emit(self, depth, text):
        self.lines.append("  " * depth + text)

    # Expressions

    def term(self):
        x = pick(*self.ints)
        form = chance.random()
        if form < 0.3:
            return x
        if form < 0.48:
            return f"{x} * {pick(2, 3, 4, 8, 16, 17, 33)}"
        if form < 0.56:
            return f"{x} * m"
        if form < 0.64:
            return f"{x} / {pick('2', '3', '8', 'm', '32')}"
        if form < 0.74:
            return f"{x} % {pick('3', '4', '7', '16', '32', 'm', '(n + 1)')}"
        if form < 0.82:
            return f"({x} ^ {pick(1, 5, 16)})"
        if form < 0.9:
            return f"({x} & {pick(3, 7, 15, 28)})"
        return f"({x} >> {pick(1, 2, 3, 5)})"

    def whole(self):
        text = self.term()
        if maybe(0.5):
            text += f" {pick('+', '+', '-')} {self.term()}"
        if self.counters and maybe(0.8):
            text += f" + {chance.choice(self.counters)}" + pick("", "", " * 32", " * 3", " * m", " * blockDim.x")
        if maybe(0.2):
            text += f" + {pick(1, 2, 5, 100)}"
        return text

    def at(self, mask=MASK):
        if mask == MASK and maybe(0.15):
            return f"((size_t)({self.term()}) * m + {self.whole()}) & {mask}"
        if mask == MASK and maybe(0.07):
            return f"hashOf({self.whole()})"
        if mask == MASK and maybe(0.1):
            return f"keys[({self.whole()}) & {mask}]"
        return f"({self.whole()}) & {mask}"

    def element(self):
        place = f"in[{self.at()}]"
        if self.read in MEMBERS:
            return f"(float){place}.{pick(*MEMBERS[self.read])}"
        return f"(float){'__ldg(&' + place + ')' if maybe(0.15) else place}"

    def value(self, deep=0):
        form = chance.random()
        if self.tile and maybe(0.35):
            return f"tile[{self.at(self.tile - 1)}]"
        if self.square and maybe(0.35):
            return pick(f"square[threadIdx.x % 16][threadIdx.y % {self.square}]", f"square[{self.at(15)}][threadIdx.x % {self.square}]")
        if self.arrays and maybe(0.2):
            name, size = chance.choice(self.arrays)
            return f"{name}[{pick(str(chance.randrange(size)), self.at(size - 1))}]"
        if form < 0.34:
            return self.element()
        if form < 0.46:
            return f"real[{self.at()}]"
        if form < 0.52:
            return f"(float)keys[{self.at()}]"
        if form < 0.56:
            return f"weights[{self.at(63)}]"
        if form < 0.64:
            return f"sumOf<{pick(2, 3, 4, 7)}>(real, {self.whole()})"
        if deep > 1:
            return pick("acc", "1.5f", "(float)t")
        if form < 0.75:
            return f"({self.condition()} ? {self.value(deep + 1)} : {self.value(deep + 1)})"
        if form < 0.87:
            call = pick("sqrtf(fabsf({}))", "expf(-fabsf({}))", "__expf({})", "sinf({})", "fminf({}, 4.0f)", "floorf({})", "rsqrtf(1.0f + fabsf({}))", "logf(1.0f + fabsf({}))", "tanhf({})", "fmaf({}, 0.5f, 1.0f)")
            return call.format(self.value(deep + 1))
        if form < 0.95:
            return f"{self.value(deep + 1)} * {pick('0.25f', '3.0f', 'acc', 'weights[m]')}"
        return f"clampTo({self.value(deep + 1)}, -1.0f, 8.0f)"

    def condition(self):
        return pick(
            f"{self.term()} < n",
            f"{pick(*self.ints)} % 2 == 0",
            f"({pick(*self.ints)} & 3) != 0",
            f"keys[{self.at()}] > {pick(8, 20, 40)}",
            f"real[{self.at()}] < {pick('0.5f', '1.0f', '2.0f')}",
            f"threadIdx.x < {pick(8, 20)}",
            f"{self.term()} > {self.term()}",
            f"i >= {pick(1, 5)} && i < n - {pick(1, 5)}",
            "t < m || (i & 8)",
        )

    # Statements

    def add(self, depth):
        value = self.value()
        self.emit(depth, pick(f"acc += {value};", f"acc += {value};", f"acc = acc * 0.5f + {value};", f"acc = fmaxf(acc, {value});", f"acc -= {value} * {pick('2.0f', '0.1f')};"))

    def put(self, depth):
        place = f"out[{self.at()}]"
        value = pick("acc", "acc", "acc", self.value())
        if self.write == "float2":
            return self.emit(depth, f"{place} = make_float2({value}, {pick('1.0f', 'acc')});")
        if self.write == "float4":
            return self.emit(depth, pick(f"{place} = make_float4({value}, 0.0f, acc, 2.0f);", f"{place}.z = {value};"))
        if self.write == "Pair":
            return self.emit(depth, pick(f"{place} = Pair{{i, {value}}};", f"{place}.value = {value};", f"{place} = blend(Pair{{t, acc}}, Pair{{m, {value}}}, 0.5f);"))
        if self.write == "Cell":
            return self.emit(depth, pick(f"{place}.b = {value};", f"{place}.d = {value};", f"{place} = Cell{{i, {value}, 1, 2.0}};"))
        if self.write in ("int", "float", "unsigned") and maybe(0.2):
            return self.emit(depth, f"atomicAdd(&{place}, ({self.write})({value}));")
        if self.write in ("int", "unsigned") and maybe(0.2):
            return self.emit(depth, f"{pick('atomicMax', 'atomicMin', 'atomicOr', 'atomicExch')}(&{place}, ({self.write})({self.whole()}));")
        # What the conversion of a number out of range gives is not said, so it is kept in range.
        if self.write in ("unsigned char", "short", "unsigned", "int", "long long"):
            return self.emit(depth, f"{place} = ({self.write})clampTo({value}, 0.0f, 100.0f);")
        return self.emit(depth, f"{place} {pick('=', '=', '+=')} ({self.write})({value});")

    def loop(self, depth, nest):
        k = self.fresh("k")
        bound = pick("4", "8", "16", "m", "m", "3", "t % 4 + 1", "5", "2", "n & 7", "7", "12", "32")
        form = chance.random()
        if maybe(0.15):
            self.emit(depth, pick("#pragma unroll", "#pragma unroll 2", "#pragma unroll 4", "#pragma unroll 1"))
        if form < 0.6:
            head = f"for (int {k} = 0; {k} < {bound}; ++{k}) {{"
        elif form < 0.7:
            head = f"for (int {k} = {bound}; {k} > 0; --{k}) {{"
        elif form < 0.8:
            head = f"for (int {k} = {pick('0', '1', 't & 1')}; {k} < {bound}; {k} += 2) {{"
        elif form < 0.9:
            head = f"for (int {k} = threadIdx.x; {k} < {pick('n', '100', '64', '200')}; {k} += blockDim.x) {{"
        else:
            head = f"for (unsigned {k} = {pick(16, 32, 8)}; {k} > 0; {k} >>= 1) {{"
        self.emit(depth, head)
        self.counters.append(k)
        if maybe(0.2):
            self.emit(depth + 1, f"if ({pick(self.condition(), f'{k} == m', f'({k} & 1) == 0')}) {pick('continue', 'continue', 'break')};")
        self.block_of(depth + 1, nest + 1, pick(1, 1, 2))
        if maybe(0.15):
            self.emit(depth + 1, f"if ({self.condition()}) break;")
        self.counters.pop()
        self.emit(depth, "}")

    def whileLoop(self, depth, nest):
        x = self.fresh("x")
        start = pick(f"({self.term()}) & 31", f"keys[{self.at()}]", "n", "m * 4", "t")
        step = pick(f"{x} >>= 1;", f"{x} -= 3;", f"{x} /= 2;", f"{x} -= {x} & -{x};", f"{x} = {x} / m;")
        self.emit(depth, f"int {x} = {start};")
        is_do = maybe(0.25)
        self.emit(depth, "do {" if is_do else f"while ({x} > 0) {{")
        self.counters.append(x)
        self.block_of(depth + 1, nest + 1, 1)
        self.counters.pop()
        self.emit(depth + 1, step)
        self.emit(depth, f"}} while ({x} > 0);" if is_do else "}")

    def search(self, depth):
        low, high, mid = self.fresh("low"), self.fresh("high"), self.fresh("mid")
        self.emit(depth, f"int {low} = 0, {high} = {pick('n', '64', '256')};")
        self.emit(depth, f"while ({low} < {high}) {{")
        self.emit(depth + 1, f"int {mid} = ({low} + {high}) / 2;")
        self.emit(depth + 1, f"if (keys[{mid} & {MASK}] < {pick('t', '(i & 63)', '20')}) {low} = {mid} + 1; else {high} = {mid};")
        self.emit(depth, "}")
        self.emit(depth, f"acc += (float){low};")
        self.ints.append(low)

    def branch(self, depth, nest):
        self.emit(depth, f"if ({self.condition()}) {{")
        self.block_of(depth + 1, nest + 1, pick(1, 1, 2))
        if maybe(0.4):
            self.emit(depth, "} else {")
            self.block_of(depth + 1, nest + 1, 1)
        self.emit(depth, "}")

    def switch(self, depth, nest):
        cases = pick(3, 4, 5)
        self.emit(depth, f"switch ({pick(f'({self.term()}) & 7', f'keys[{self.at()}] % {cases}', 'm', f'threadIdx.x % {cases}')}) {{")
        for number in range(cases):
            self.emit(depth + 1, f"case {number}:")
            self.simple(depth + 2)
            if maybe(0.85):
                self.emit(depth + 2, "break;")
        self.emit(depth + 1, "default:")
        self.simple(depth + 2)
        self.emit(depth, "}")

    def local(self, depth):
        name, size = self.fresh("a"), pick(4, 8, 8, 16)
        self.emit(depth, f"float {name}[{size}];")
        self.emit(depth, f"for (int k = 0; k < {size}; ++k) {name}[k] = {pick('0.0f', f'real[(i + k) & {MASK}]', f'(float)k', f'real[(t * {size} + k) & {MASK}]')};")
        if maybe(0.5):
            self.emit(depth, f"for (int k = 0; k < m; ++k) {name}[{pick(f'(t + k) & {size - 1}', f'k & {size - 1}', f'keys[(i + k) & {MASK}] & {size - 1}')}] += {pick('1.0f', 'acc', f'real[(i + k * 32) & {MASK}]')};")
        self.arrays.append((name, size))
        if maybe(0.5):
            self.emit(depth, f"for (int k = 0; k < {size}; ++k) acc += {name}[k] * {pick('weights[k]', '0.5f', f'{name}[{size - 1} - k]')};")
        elif size == 4:
            self.emit(depth, f"acc += polynomial(acc, {name});")

    def call(self, depth):
        form = pick("advance", "blend", "around", "find", "visit", "swap")
        if form == "advance":
            at = self.fresh("at")
            self.emit(depth, f"int {at} = {self.at()};")
            for _ in range(pick(1, 2, 3)):
                self.emit(depth, f"advance(acc, {at}, {pick('1', 'm', 't')});")
            self.ints.append(at)
        elif form == "blend":
            a = self.fresh("p")
            self.emit(depth, f"Pair {a} = blend(Pair{{t, {self.value()}}}, Pair{{{self.term()}, acc}}, {pick('0.5f', 'real[m]')});")
            self.emit(depth, f"acc = {a}.value + (float){a}.key;")
        elif form == "around":
            r = self.fresh("r")
            self.emit(depth, f"Range {r} = around({pick('i', 't')}, {pick('2', '3', 'm')}, n);")
            self.emit(depth, f"for (int k = {r}.low; k < {r}.high; ++k) acc += {pick(f'real[k & {MASK}]', f'weights[(k - {r}.low) & 63] * real[k & {MASK}]')};")
        elif form == "find":
            at = self.fresh("at")
            self.emit(depth, f"int {at} = -1;")
            self.emit(depth, f"if (find(keys, {self.term()}, {pick('8', 'm', '16')}, {pick('11', '48', 't & 63')}, {at})) acc += (float){at};")
        elif form == "visit":
            self.emit(depth, f"acc += visit(0, {pick('m', '6', '4')}, [&](int k) {{ return real[({self.term()} + k * {pick('1', 'm', '32')}) & {MASK}] * acc; }});")
        else:
            a, b = self.fresh("u"), self.fresh("v")
            self.emit(depth, f"float {a} = {self.value()}, {b} = {self.value()};")
            self.emit(depth, f"swapIf({a}, {b}, {a} > {b});")
            self.emit(depth, f"acc += {a} - {b} * 0.5f;")

    def simple(self, depth):
        pick(self.add, self.add, self.put)(depth)

    def block_of(self, depth, nest, count):
        for _ in range(count):
            form = chance.random()
            if form < 0.55 or nest > 2:
                self.simple(depth)
            elif form < 0.8:
                self.loop(depth, nest)
            elif form < 0.93:
                self.branch(depth, nest)
            else:
                self.whileLoop(depth, nest) if maybe(0.5) else self.switch(depth, nest)

    def warp(self, depth):
        v = self.fresh("w")
        form = pick("reduce", "reduce", "scan", "vote", "broadcast", "mask")
        if form == "reduce":
            self.emit(depth, f"float {v} = acc + {self.value()};")
            step = pick("__shfl_xor_sync(0xffffffffu, {}, d)", "__shfl_down_sync(0xffffffffu, {}, d)").format(v)
            self.emit(depth, f"for (int d = 16; d > 0; d >>= 1) {v} += {step};")
            self.emit(depth, pick(f"acc = {v};", f"if ((t & 31) == 0) acc += {v};"))
        elif form == "scan":
            self.emit(depth, f"int {v} = {self.whole()};")
            self.emit(depth, f"for (int d = 1; d < 32; d *= 2) {{ int o = __shfl_up_sync(0xffffffffu, {v}, d); if ((t & 31) >= d) {v} += o; }}")
            self.ints.append(v)
        elif form == "vote":
            self.emit(depth, f"unsigned {v} = __ballot_sync(0xffffffffu, {self.condition()});")
            self.emit(depth, f"acc += (float)__popc({v});")
        elif form == "broadcast":
            self.emit(depth, f"int {v} = __shfl_sync(0xffffffffu, {self.term()}, {pick('0', 't & 7', '31')});")
            self.ints.append(v)
        else:
            self.emit(depth, f"if ({pick('__any_sync', '__all_sync')}(0xffffffffu, {self.condition()})) acc += {self.value()};")

    def shared(self):
        if maybe(0.3) and self.dims == 2 and self.block[0] <= 32 and self.block[1] <= 16:
            self.square = pick(16, 32, 17, 33)
            self.emit(1, f"__shared__ float square[16][{self.square}];")
            self.emit(1, f"for (int y = threadIdx.y; y < 16; y += blockDim.y) square[y][threadIdx.x % {self.square}] = {self.value()};")
        else:
            size = pick(256, 512)
            self.emit(1, f"__shared__ float tile[{size}];")
            self.emit(1, pick(f"for (int j = t; j < {size}; j += {self.threads}) tile[j] = {self.element()};", f"tile[t] = {self.element()};", f"tile[{self.at(size - 1)}] = {self.value()};"))
            self.tile = size
            if maybe(0.3):
                self.emit(1, "__syncthreads();")
                self.emit(1, f"for (int s = {self.threads // 2}; s > 0; s >>= 1) {{")
                self.emit(2, f"if (t < s) tile[t] += tile[t + s];")
                self.emit(2, "__syncthreads();")
                self.emit(1, "}")
            if maybe(0.2):
                self.emit(1, "__shared__ int counts[32];")
                self.emit(1, "if (t < 32) counts[t] = 0;")
                self.emit(1, "__syncthreads();")
                self.emit(1, f"atomicAdd(&counts[{self.at(31)}], {pick('1', 'm', 't')});")
                self.emit(1, "__syncthreads();")
                self.emit(1, "acc += (float)counts[t & 31];")
        self.emit(1, "__syncthreads();")

    def text(self):
        if self.dims == 1:
            self.emit(1, "int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;")
        else:
            self.emit(1, "int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;")
            self.emit(1, "int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;")
        if self.shaped:
            self.emit(1, "int m = shape.width, n = shape.height;")
        self.emit(1, f"float acc = {pick('0.0f', '1.0f', 'real[m]', 'shape.scale' if self.shaped else '0.5f')};")
        if maybe(0.35):
            self.shared()
        if maybe(0.3):
            self.warp(1)
        if maybe(0.25):
            self.emit(1, f"if ({pick('i >= n', 't % 3 == 0', 'i < 3', 'row >= m' if self.dims == 2 else 'threadIdx.x > 40')}) return;")
        if maybe(0.2):
            self.local(1)
        for _ in range(pick(1, 1, 2)):
            form = chance.random()
            if form < 0.4:
                self.loop(1, 0)
            elif form < 0.55:
                self.branch(1, 0)
            elif form < 0.63:
                self.whileLoop(1, 0)
            elif form < 0.7:
                self.switch(1, 0)
            elif form < 0.85:
                self.call(1)
            elif form < 0.88:
                self.search(1)
            else:
                self.simple(1)
        self.put(1)
        last = "Shape shape" if self.shaped else "int n, int m"
        pointers = f"const {self.read}* {self.restrict}in, {self.write}* {self.restrict}out, const int* {self.restrict}keys, const float* {self.restrict}real"
        return "\n".join([f"__global__ void {self.name}({pointers}, {last}) {{", *self.lines, "}", ""])

    def launch(self):
        last = f"Shape{{{self.m}, {self.n}, 0.5f}}" if self.shaped else f"{self.n}, {self.m}"
        shape = f"dim3({self.grid[0]}, {self.grid[1]}), dim3({self.block[0]}, {self.block[1]})"
        return f"  {self.name}<<<{shape}>>>((const {self.read}*)in, ({self.write}*)out, keys, real, {last});"


MAIN = f"""int main() {{
  static int hostKeys[{ELEMENTS}];
  static float hostReal[{ELEMENTS}];
  float hostWeights[64];
  for (int k = 0; k < {ELEMENTS}; ++k) {{ hostKeys[k] = (k * 37 + 11) % 64; hostReal[k] = (float)(k * 7 % 13) * 0.25f; }}
  for (int k = 0; k < 64; ++k) hostWeights[k] = (float)(k % 5) * 0.5f;
  char *in, *out; int* keys; float* real;
  cudaMalloc(&in, {ELEMENTS} * sizeof(Cell)); cudaMalloc(&out, {ELEMENTS} * sizeof(Cell));
  cudaMalloc(&keys, sizeof hostKeys); cudaMalloc(&real, sizeof hostReal);
  cudaMemset(in, 0, {ELEMENTS} * sizeof(Cell)); cudaMemset(out, 0, {ELEMENTS} * sizeof(Cell));
  cudaMemcpy(keys, hostKeys, sizeof hostKeys, cudaMemcpyHostToDevice);
  cudaMemcpy(real, hostReal, sizeof hostReal, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, hostWeights, sizeof hostWeights);"""
TAIL = """  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
}"""


def program():
    kernels = [Kernel(f"k{number}") for number in range(kernels_per_file)]
    texts = [kernel.text() for kernel in kernels]
    launches = [kernel.launch() for kernel in kernels]
    return "\n".join(["#include <cstdio>", "#include <cuda_runtime.h>", FUNCTIONS, *texts, MAIN, *launches, TAIL]) + "\n"


for number in range(files):
    with open(os.path.join(os.path.dirname(__file__), f"control{number}.cu"), "w") as file:
        file.write(program())
