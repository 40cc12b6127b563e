/**
 * `cuda::std` in kernels of C++17, as nvcc compiles them: containers, views, bits and algorithms whose standard versions
 * are constant expressions only from C++20 on, or are not there before it. Values against the same computed here.
 */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "../simulator/support";

const text = `#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/expected>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
__global__ void arrays(int* out) {
  cuda::std::array<int, 4> a = {4, 3, 2, 1};
  a[0] += 5;
  int sum = 0;
  for (int x : a) sum += x;
  auto b = a;
  b.fill(7);
  a.swap(b);
  auto [p, q, r, s] = b;
  cuda::std::array guessed{1.5f, 2.5f};
  out[0] = sum; out[1] = a.at(3); out[2] = b.front() + b.back(); out[3] = p + q * 10 + r + s; out[4] = a == b;
  out[5] = (int)(guessed[0] + cuda::std::get<1>(guessed)); out[6] = (int)b.size();
  cuda::std::tuple<int, float> t(6, 2.5f);
  out[7] = cuda::std::get<0>(t) + (int)(cuda::std::get<1>(t) * 2);
}
struct Difference {
  __host__ __device__ int operator()(int x, int y, float z) const { return x - y + (int)z; }
};
__global__ void tuples(int* out) {
  typedef cuda::std::tuple<int, float> two;
  two a(3, 1.5f), b;
  b = a;
  cuda::std::get<0>(b) += 4;
  out[0] = cuda::std::get<0>(b) + (int)(2 * cuda::std::get<1>(b)); out[1] = (a < b) + 2 * (a == b) + 4 * (a != b);
  int x; float y;
  cuda::std::tie(x, y) = b;
  cuda::std::tie(cuda::std::ignore, y) = two(0, 9.0f);
  out[2] = x + (int)y;
  auto all = cuda::std::tuple_cat(cuda::std::make_tuple(10, 20), cuda::std::make_tuple(2.5f));
  out[3] = cuda::std::apply(Difference(), all); out[4] = (int)cuda::std::tuple_size<decltype(all)>::value;
  auto [first, second] = a;
  out[5] = first * (int)(2 * second);
  cuda::std::tuple guessed(7, 8);
  out[6] = cuda::std::get<1>(guessed);
}
__global__ void options(int* out) {
  cuda::std::optional<int> a;
  out[0] = a.value_or(7);
  a = 3;
  out[1] = *a + (a ? 10 : 0);
  a.emplace(9);
  out[2] = a.value(); out[3] = a == 9;
  out[4] = a.transform([](int x) { return x * 2; }).value_or(0);
  a.reset();
  out[5] = a.has_value(); out[6] = a == cuda::std::nullopt;
  cuda::std::expected<int, float> good(5), bad(cuda::std::unexpected<float>(2.5f));
  out[7] = good.value_or(1) + bad.value_or(1) * 10; out[8] = (int)(bad.error() * 2); out[9] = bool(good) + 2 * bool(bad);
}
__global__ void views(int* out) {
  cuda::std::span<int> s(out, 12);
  for (int i = 0; i < 12; ++i) s[i] = i;
  for (int& x : s.subspan(2, 3)) x += 100;
  s[11] = s.first(3).back() + (int)s.last<4>().size() + (int)s.size_bytes();
}
__global__ void grids(int* out) {
  cuda::std::mdspan<int, cuda::std::dextents<int, 2>> rows(out, 2, 3);
  cuda::std::mdspan<int, cuda::std::extents<int, 2, 3>, cuda::std::layout_left> columns(out + 6);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) rows(i, j) = columns(i, j) = 10 * i + j;
  cuda::std::mdspan strided(out, cuda::std::layout_stride::mapping<cuda::std::extents<int, 2, 2>>({}, cuda::std::array<int, 2>{3, 2}));
  out[12] = strided(1, 1); out[13] = (int)rows.size() * 100 + rows.stride(0) * 10 + columns.stride(1); out[14] = columns.extent(1);
}
__global__ void bits(unsigned* out, unsigned x) {
  out[0] = cuda::std::popcount(x); out[1] = cuda::std::countl_zero(x); out[2] = cuda::std::countr_zero(x);
  out[3] = cuda::std::rotl(x, 3); out[4] = cuda::std::rotr(x, -35); out[5] = cuda::std::bit_ceil(x);
  out[6] = cuda::std::bit_floor(x); out[7] = cuda::std::bit_width(x); out[8] = cuda::std::has_single_bit(x);
  out[9] = cuda::std::bit_cast<unsigned>(1.0f); out[10] = cuda::std::countl_one(0xf0000000u);
  out[11] = cuda::std::countl_zero(0u); out[12] = cuda::std::byteswap(x);
}
__global__ void orders(int* values, int* out) {
  cuda::std::sort(values, values + 64);
  cuda::std::reverse(values, values + 3);
  out[0] = cuda::std::accumulate(values, values + 64, 0);
  out[1] = (int)(cuda::std::lower_bound(values + 3, values + 64, 50) - values);
  out[2] = (int)(cuda::std::upper_bound(values + 3, values + 64, 50) - values);
  out[3] = *cuda::std::max_element(values, values + 64); out[4] = *cuda::std::min_element(values, values + 64);
  out[5] = (int)cuda::std::count_if(values, values + 64, [](int x) { return x % 2 == 0; });
  out[6] = cuda::std::is_sorted(values + 3, values + 64) + 2 * cuda::std::is_sorted(values, values + 64);
  out[7] = cuda::std::midpoint(-3, 8); out[8] = cuda::std::midpoint(8, -3); out[9] = cuda::std::gcd(48, 36);
  out[10] = cuda::std::cmp_less(-1, 1u) + 2 * cuda::std::cmp_greater(-1, 1u);
  out[11] = cuda::std::exchange(out[10], 5) + out[10];
}
__global__ void counted(int* out) {
  cuda::std::atomic_ref<int> one(out[0]);
  one.fetch_add(2, cuda::std::memory_order_relaxed);
  cuda::std::atomic_ref<int>(out[1]).fetch_max(threadIdx.x);
}
`;

describe("cuda::std in kernels of C++17", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(text));
  });
  const run = (kernel: string, threads: number, args: readonly Uint8Array[]) => {
    const { outcome } = bench.launch(kernel, 1, threads, args);
    assert.equal(outcome.kind, "completed", JSON.stringify(outcome));
  };
  const filled = (kernel: string, count: number, threads = 1) => {
    const out = bench.buffer(4 * count);
    run(kernel, threads, [pointer(out)]);
    return [...bench.ints(out, count)];
  };

  it("has arrays", () => assert.deepEqual(filled("arrays", 8), [15, 7, 10, 9 + 30 + 2 + 1, 0, 4, 4, 11]));

  it("has tuples that are assigned, compared, tied, joined and applied", () =>
    assert.deepEqual(filled("tuples", 7), [7 + 3, 1 + 4, 7 + 9, 10 - 20 + 2, 3, 9, 8]));

  it("has values that need not be there, and errors in their place", () =>
    assert.deepEqual(filled("options", 10), [7, 13, 9, 1, 18, 0, 1, 15, 5, 1]));

  it("has views of a row of elements", () =>
    assert.deepEqual(filled("views", 12), [0, 1, 102, 103, 104, 5, 6, 7, 8, 9, 10, 102 + 4 + 48]));

  it("has views of several dimensions", () =>
    assert.deepEqual(filled("grids", 15), [0, 1, 2, 10, 11, 12, 0, 10, 1, 11, 2, 12, 12, 632, 3]));

  it("counts and moves bits", () => {
    const out = bench.buffer(4 * 13);
    const x = 0x00_30_50_08;
    run("bits", 1, [pointer(out), new Uint8Array(new Uint32Array([x]).buffer)]);
    const expected = [
      5, 10, 3, 0x01_82_80_40, 0x01_82_80_40, 0x40_00_00, 0x20_00_00, 22, 0, 0x3f80_0000, 4, 32, 0x08_50_30_00,
    ];
    assert.deepEqual([...new Uint32Array(bench.memory.read(out, 4 * 13).buffer)], expected);
  });

  it("sorts, searches and sums", () => {
    const values = Array.from({ length: 64 }, (_, i) => (i * 37 + 11) % 101);
    const [from, out] = [bench.buffer(new Int32Array(values)), bench.buffer(48)];
    run("orders", 1, [pointer(from), pointer(out)]);
    const sorted = values.toSorted((a, b) => a - b);
    assert.deepEqual([...bench.ints(from, 64)], [...sorted.slice(0, 3).reverse(), ...sorted.slice(3)]);
    const expected = [
      values.reduce((a, b) => a + b),
      sorted.findIndex((one) => one >= 50),
      sorted.findIndex((one) => one > 50),
      Math.max(...values),
      Math.min(...values),
      values.filter((one) => one % 2 === 0).length,
      1,
      ...[2, 3, 12, 5, 1 + 5],
    ];
    assert.deepEqual([...bench.ints(out, 12)], expected);
  });

  it("counts together", () => assert.deepEqual(filled("counted", 2, 32), [64, 31]));
});
