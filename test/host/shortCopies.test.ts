/** Structures that the host assigns and clears: inlined where they are plain host memory, and as the C library would else. */
import assert from "node:assert/strict";
import { sampledIt } from "../support/sample.js";
import { HEAD_LINES, linesOf, printed, simulate } from "./support";

const it = sampledIt("host/shortCopies", 2);

/** Lengths with every mixture of pieces, and both sides of the lengths up to which they are unrolled and inlined. */
const LENGTHS = [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 255, 256, 257, 300];

const each = (statement: (length: number) => string) => LENGTHS.map(statement).join("\n");

describe("short copies of the host", () => {
  it("are those of memmove at every length, also where the sides overlap", async () => {
    const result = await simulate(`
static unsigned char bytes[1024], expected[1024];
template <int N> void check(int to, int from) {
  for (int i = 0; i < 1024; i++) bytes[i] = expected[i] = (unsigned char)(i * 7 + N);
  unsigned char held[N];
  for (int i = 0; i < N; i++) held[i] = bytes[from + i];
  for (int i = 0; i < N; i++) expected[to + i] = held[i];
  __builtin_memmove(bytes + to, bytes + from, N);
  if (memcmp(bytes, expected, 1024)) printf("%d bytes to %d from %d differ\\n", N, to, from);
}
template <int N> void fill(int to, int value) {
  for (int i = 0; i < 1024; i++) bytes[i] = expected[i] = (unsigned char)(i * 7 + N);
  for (int i = 0; i < N; i++) expected[to + i] = (unsigned char)value;
  __builtin_memset(bytes + to, value, N);
  if (memcmp(bytes, expected, 1024)) printf("%d bytes at %d of %d differ\\n", N, to, value);
}
int main(int argc, char**) {
  for (int at = 300; at < 309; at++) {
${each((n) => `check<${n}>(at, 301); check<${n}>(at, 305); check<${n}>(at + ${n}, 300); fill<${n}>(at, 0); fill<${n}>(at, argc + 254);`)}
  }
  puts("done");
}`);
    assert.equal(printed(result), "done\n");
  });

  it("pass structures by value, each call with a copy of its own", async () => {
    const result = await simulate(`
struct Large { long values[9]; };
struct Longer { long values[40]; };
__attribute__((noinline)) long change(Large one, Longer other) {
  one.values[8] += other.values[39]; other.values[39] = 0;
  return one.values[8];
}
int main() {
  Large one = {}; Longer other = {};
  one.values[8] = 5; other.values[39] = 7;
  long first = change(one, other), second = change(one, other);
  printf("%ld %ld %ld %ld\\n", first, second, one.values[8], other.values[39]);
}`);
    assert.equal(printed(result), "12 12 5 7\n");
  });

  /** An assignment to a variable that is used elsewhere stays a copy of its bytes. */
  const STRUCTURE =
    'struct Four { double a, b, c, d; };\nFour one; __attribute__((noinline)) void use() { printf("%g\\n", one.a); }\n';

  it("trap at what is no memory of the host's", async () => {
    const copied = async (pointer: string) => {
      const { outcome } = await simulate(`${STRUCTURE}int main() { Four* volatile p = ${pointer};
one = *p;
use(); }`);
      assert.ok(outcome.kind === "trapped");
      assert.equal(outcome.location?.line, HEAD_LINES + 4);
      return outcome.message;
    };
    assert.match(await copied("nullptr"), /null pointer/);
    assert.match(await copied("nullptr; void* d; cudaMalloc(&d, 64); p = (Four*)d;"), /device/);
  });

  it("report freed memory and what lies behind a block at either end", async () => {
    const found = async (statements: string) =>
      linesOf((await simulate(`${STRUCTURE}int main() {\n${statements}\n}`)).findings);
    const make =
      "Four* volatile p = (Four*)malloc(sizeof(Four) * 4); for (int i = 0; i < 4; i++) p[i] = Four{1, 2, 3, 4};";
    assert.deepEqual(await found(`${make}\nfree(p);\none = *p; use();`), [["use-after-free", 6, 5]]);
    assert.deepEqual(await found(`${make}\none = p[4]; use();\nfree(p);`), [["out-of-bounds", 5, 4]]);
    assert.deepEqual(await found(`${make}\none = *(Four*)((char*)p + 120); use();\nfree(p);`), [
      ["out-of-bounds", 5, 4],
    ]);
    assert.deepEqual(await found(`${make}\none = p[3]; use();\nfree(p);`), []);
  });

  it("reach memory that host and device share", async () => {
    const result = await simulate(`${STRUCTURE}
__global__ void twice(Four* p) { p->a *= 2; }
int main() {
  Four *m, *h;
  cudaMallocManaged(&m, sizeof(Four)); cudaMallocHost(&h, sizeof(Four));
  *h = Four{1, 2, 3, 4}; *m = *h;
  twice<<<1, 1>>>(m); cudaDeviceSynchronize();
  one = *m; *h = one;
  printf("%g %g\\n", h->a, h->c);
}`);
    assert.equal(printed(result), "2 3\n");
  });
});
