"""Random kernels of one array in, one array out, and perhaps a tile in shared memory.

    python3 test/hardware/random/generate.py 2 8 25

writes the programs beside this file: eight of 25 kernels each, from seed 2. Every index is masked into its array, and
all arrays are zero, so what a kernel counts depends on nothing but its text.
"""

import os
import random
import sys

seed, files, kernels_per_file = map(int, sys.argv[1:4])
chance = random.Random(seed)
ELEMENTS = 16384
TYPES = ["float", "float", "float", "int", "double", "unsigned char", "short", "float2", "float4", "Vec3", "Rec", "long long"]
MEMBERS = {"float2": "xy", "float4": "xz", "Vec3": "xyz", "Rec": "abd"}
BLOCKS = {
    1: [(32, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (96, 1, 1), (100, 1, 1), (48, 1, 1), (33, 1, 1)],
    2: [(16, 16, 1), (8, 8, 1), (32, 8, 1), (32, 4, 1), (4, 16, 1), (12, 5, 1), (20, 3, 1)],
    3: [(4, 4, 4), (8, 2, 4), (3, 5, 4)],
}
# By dimensions of the block: `t` numbers the threads of a block, `i` those of the grid.
IDENTITIES = {
    1: ["  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;"],
    2: [
        "  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;",
        "  int t = threadIdx.y * blockDim.x + threadIdx.x, i = row * blockDim.x * gridDim.x + col;",
    ],
    3: [
        "  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x,"
        " i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;"
    ],
}
GUARDS = [
    *("i < n", "i < n", "i < n", "t % 2 == 0", "threadIdx.x < 20", "(t & 3) != 0", "i % 3 == 1"),
    *("i >= 5 && i < n - 5", "blockIdx.x > 0", "threadIdx.x >= 8"),
]


def pick(*choices):
    return chance.choice(choices)


def term(dims):
    """One thread identity, perhaps scaled, divided, masked or shifted."""
    identities = ["i", "i", "t", "threadIdx.x", "threadIdx.x"]
    if dims > 1:
        identities += ["threadIdx.y", "threadIdx.y"]
    if dims == 2:
        identities += ["row", "col"]
    if dims > 2:
        identities += ["threadIdx.z"]
    x, form = pick(*identities), chance.random()
    if form < 0.25:
        return x
    if form < 0.5:
        return f"{x} * {pick(2, 3, 4, 5, 8, 16, 17, 32, 33, 64)}"
    if form < 0.62:
        return f"{x} / {pick(2, 3, 4, 8, 16, 32)}"
    if form < 0.74:
        return f"{x} % {pick(2, 3, 4, 7, 8, 16, 20, 32, 48)}"
    if form < 0.82:
        return f"({x} ^ {pick(1, 3, 8, 16, 21)})"
    if form < 0.9:
        return f"({x} & {pick(1, 3, 7, 15, 28, 31)})"
    return f"({x} >> {pick(1, 2, 3, 5)})"


def index(dims, counter=None):
    """A sum of terms; `counter` is the loop's, which most indices in a loop depend on."""
    text = term(dims)
    if chance.random() < 0.6:
        text += f" {pick('+', '+', '+', '-')} {term(dims)}"
    if counter and chance.random() < 0.8:
        text += f" + {counter}" + pick("", "", " * 32", " * 3", " * blockDim.x", " * n")
    if chance.random() < 0.25:
        text += f" + {pick(1, 2, 5, 8, 100)}"
    return text


def scalar(kind, element):
    """A number of an element. The draws do not depend on its type, so that another type leaves the rest as it is."""
    members = {of: pick(*names) for of, names in MEMBERS.items()}
    return f"{element}.{members[kind]}" if kind in members else element


def store(kind, dims, counter, value):
    place = f"out[({index(dims, counter)}) & {ELEMENTS - 1}]"
    if kind == "float2":
        return f"{place} = make_float2({value}, 1.0f);"
    if kind == "float4":
        return pick(f"{place} = make_float4({value}, 0.0f, 1.0f, 2.0f);", f"{place}.y = {value};")
    if kind == "Vec3":
        return pick(f"{place} = Vec3{{{value}, 1.0f, 2.0f}};", f"{place}.x = {value};")
    if kind == "Rec":
        return f"{place}.b = {value};"
    if kind in ("int", "float") and chance.random() < 0.15:
        return f"atomicAdd(&{place}, ({kind})({value}));"
    return f"{place} {pick('=', '=', '=', '+=')} ({kind})({value});"


def kernel(name):
    """Lines of a kernel, its launch shape, and the types of its arrays."""
    dims = chance.choices([1, 2, 3], [6, 3, 1])[0]
    block = pick(*BLOCKS[dims])
    grid = (pick(1, 2, 3, 4, 6), pick(1, 1, 2) if dims > 1 else 1, 1)
    read_type, write_type = pick(*TYPES), pick(*TYPES)
    restrict = pick("__restrict__ ", "__restrict__ ", "")
    size = pick(0, 0, 0, 256, 512, 1024)
    is_square = size and dims == 2 and chance.random() < 0.5
    lines = [f"__global__ void {name}(const {read_type}* {restrict}in, {write_type}* {restrict}out, int n, int m) {{"]
    lines += IDENTITIES[dims]

    def source(text):
        return scalar(read_type, f"in[({text}) & {ELEMENTS - 1}]")

    tile = None
    if is_square:
        pad = pick(0, 0, 1)
        width = pick(16, 32) + pad
        filled = f"tile[threadIdx.y{pick('', ' * 2 % 32')}][threadIdx.x % {width}]"
        lines += [f"  __shared__ float tile[32][{width}];", f"  {filled} = (float){source(index(dims))};", "  __syncthreads();"]

        def tile(counter):
            return pick(
                f"tile[threadIdx.x % 32][threadIdx.y % {width}]",
                f"tile[threadIdx.y][threadIdx.x % {width}]",
                f"tile[({index(dims, counter)}) & 31][threadIdx.x % 16]",
            )

    elif size:
        threads = block[0] * block[1] * block[2]
        filling = pick(
            f"  tile[({index(dims)}) & {size - 1}] = (float){source(index(dims))};",
            f"  for (int j = t; j < {size}; j += {threads}) tile[j] = (float){source('j + blockIdx.x')};",
            f"  tile[t] = (float){source('i')};",
        )
        lines += [f"  __shared__ float tile[{size}];", filling, "  __syncthreads();"]

        def tile(counter):
            return f"tile[({index(dims, counter)}) & {size - 1}]"

    def read(counter=None):
        return tile(counter) if tile and chance.random() < 0.6 else f"(float){source(index(dims, counter))}"

    form = chance.random()
    is_guarded = chance.random() < 0.5
    indent = "    " if is_guarded else "  "
    if is_guarded:
        lines.append(f"  if ({pick(*GUARDS)}) {{")
    if form < 0.4:
        for _ in range(pick(1, 1, 2)):
            value = read() + (f" + {read()}" if chance.random() < 0.4 else "")
            lines.append(indent + store(write_type, dims, None, value))
    elif form < 0.7:
        bound = pick("4", "8", "16", "m", "m", "3", "t % 4 + 1")
        lines.append(f"{indent}float sum = {pick('0.0f', '1.0f')};")
        lines.append(f"{indent}for (int k = 0; k < {bound}; ++k) sum += {read('k')};")
        lines.append(indent + store(write_type, dims, None, "sum"))
    else:
        bound = pick("4", "8", "m", "m", "3", "5")
        value = read("k")
        lines.append(f"{indent}for (int k = 0; k < {bound}; ++k) {store(write_type, dims, 'k', value)}")
    return lines + (["  }"] if is_guarded else []) + ["}"], block, grid, read_type, write_type


HEAD = """#include <cstdio>
#include <cuda_runtime.h>
struct Vec3 { float x, y, z; };
struct Rec { int a; float b; short c; double d; };
"""
MAIN = f"""int main() {{
  char *in, *out;
  cudaMalloc(&in, {ELEMENTS} * sizeof(Rec)); cudaMalloc(&out, {ELEMENTS} * sizeof(Rec));
  cudaMemset(in, 0, {ELEMENTS} * sizeof(Rec)); cudaMemset(out, 0, {ELEMENTS} * sizeof(Rec));"""
TAIL = """  printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
}"""


def program():
    texts, launches = [HEAD], []
    for number in range(kernels_per_file):
        lines, block, grid, read_type, write_type = kernel(f"k{number}")
        texts += [*lines, ""]
        n = pick(grid[0] * grid[1] * block[0] * block[1] * block[2], 500, 333, 100)
        shape = f"dim3({grid[0]}, {grid[1]}), dim3({block[0]}, {block[1]}, {block[2]})"
        arguments = f"(const {read_type}*)in, ({write_type}*)out, {n}, {pick(2, 3, 5, 6, 8)}"
        launches.append(f"  k{number}<<<{shape}>>>({arguments});")
    return "\n".join([*texts, MAIN, *launches, TAIL]) + "\n"


for number in range(files):
    with open(os.path.join(os.path.dirname(__file__), f"kernels{number}.cu"), "w") as file:
        file.write(program())
