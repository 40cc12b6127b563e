/** What calls of the C library cost of a run's budget: by the bytes that they move, read or look at, and never by the clock. */
import assert from "node:assert/strict";
import { architectures } from "../../analyzer/hardware/architectures";
import { lowerModule } from "../../analyzer/lower/lower";
import { Budget, HOST_ITERATION } from "../../simulator/budget";
import { runProgram } from "../../simulator/host/program";
import { DeviceMemory } from "../../simulator/memory/device";
import { deviceModule } from "../support/device";
import { hostModule } from "../support/host";
import { includes } from "./support";

const MEGABYTE = 1 << 20;
/** Bytes that one unit of work stands for where they are moved or read. */
const MOVED_A_UNIT = 32;

/** Units of work that a program's run spends whose calls are told apart by its first argument. */
async function programOf(calls: readonly string[]): Promise<(call: string, bytes: number, times: number) => number> {
  const cases = calls.map((call, i) => `      case ${i}: { ${call}; break; }\n`).join("");
  const text = `${includes}#include <strings.h>
#include <algorithm>
volatile long keep;
__attribute__((noinline)) unsigned next(unsigned x) { return x + keep; }
char* volatile where;
int main(int, char** arguments) {
  long n = atol(arguments[2]);
  char* a = (char*)malloc(2 * n);
  where = a;
  memset(a, 1, 2 * n - 1);
  a[n - 1] = a[2 * n - 1] = 0;
  for (int i = atoi(arguments[3]); i > 0; i--) {
    a = where;
    switch (atoi(arguments[1])) {
${cases}    }
  }
}
`;
  const host = await hostModule(text, "work.cu");
  const module = await deviceModule(text, "work.cu");
  const device = { module, lowered: lowerModule(module) };
  return (call, bytes, times) => {
    const budget = new Budget(1e9);
    // What comes before a first launch would count half.
    budget.launches();
    const words = ["work", calls.indexOf(call), bytes, times].map(String);
    const { outcome } = runProgram({
      ...{ host, device, budget },
      memory: new DeviceMemory(2 ** 30),
      architecture: architectures.get("sm_90")!,
      options: { arguments: words, environment: new Map(), stdin: new Uint8Array(), maxOutput: 1 << 16 },
      runLaunch: () => assert.fail("nothing is launched"),
    });
    assert.equal(outcome.kind, "completed", JSON.stringify(outcome));
    return budget.used;
  };
}

/** Calls, and how many times they read or write each of `n` bytes at least. */
const calls: readonly (readonly [call: string, passes: number])[] = [
  ["memmove(a, a + 1, n); keep = a[5]", 2],
  ["memcpy(a, a + n, n); keep = a[5]", 2],
  ["memset(a, keep + 1, n - 1); keep = a[5]", 1],
  ["keep = memcmp(a, a + n, n)", 2],
  ["keep = (long)memchr(a, 7, n)", 1],
  ["keep = strlen(a)", 1],
  ["keep = strnlen(a, n)", 1],
  ["keep = strcmp(a, a + n)", 2],
  ["keep = strncmp(a, a + n, n)", 2],
  ["keep = (long)strchr(a, 7)", 2],
  ["strcpy(a + n, a); keep = a[5]", 2],
  ["strncpy(a + n, a, n); keep = a[5]", 2],
  ["keep = (long)strstr(a, a + n)", 2],
  ["where = (char*)realloc(a, 2 * n)", 2],
  ["char* b = (char*)calloc(n, 1); keep = (long)b; free(b)", 1],
  ["char* b = strdup(a); keep = (long)b; free(b)", 2],
];

/** Calls that look at byte after byte of `n`. */
const slowCalls: readonly string[] = [
  'keep = strspn(a, "\\1")',
  'keep = strcspn(a, "x")',
  "keep = strcasecmp(a, a + n)",
  "keep = (long)strrchr(a, 7)",
  'keep = sprintf(a, "%*d", (int)n, 1)',
];

/** A loop of four accesses to memory for every two bytes. */
const turned = "std::reverse(a, a + n)";

/** Iterations of the loops below. */
const LOOP = 100_000;

const loop = (body: string): string =>
  `unsigned* l = (unsigned*)a; unsigned m = n / 4 - 1, p = keep & m, s = 0; double d = n; for (unsigned k = 0; k < ${LOOP}; k++) { ${body}; } keep = p + s + (long)d`;

/** Loops that read a list of `n` bytes: on from where the last read has led, anywhere, and one after the other. */
const reads = {
  followed: loop("p = (p * 1664525u + 1013904223u + l[p]) & m"),
  lookedUp: loop("p = p * 1664525u + 1013904223u; s += l[(p >> 4) & m]"),
  even: loop("s += l[k]"),
  stepped: `unsigned* l = (unsigned*)a; unsigned s = 0; for (int r = 0; r < 100; r++) for (long k = 0; k < 1000; k++) s += l[k * (n / 4000) + r]; keep = s`,
};

const [divided, multiplied] = [loop("d = d / keep"), loop("d = d * keep")];
const [called, added] = [loop("s = next(s)"), loop("s += keep")];
const [farAngle, nearAngle] = [loop("d += sin(1e12 + k)"), loop("d += sin(1e-3 * k)")];

const atOnce = 'keep = strcmp(a, "x"); keep = strncmp("y", a, n)';

describe("the budget of the C library", () => {
  let spent: Awaited<ReturnType<typeof programOf>>;
  before(async () => {
    spent = await programOf([
      ...calls.map(([call]) => call),
      ...[...slowCalls, turned, atOnce, ...Object.values(reads)],
      ...[divided, multiplied, called, added, farAngle, nearAngle],
    ]);
  });

  /** Units that eight calls cost. */
  const cost = (call: string, bytes: number) => spent(call, bytes, 9) - spent(call, bytes, 1);

  for (const [call, passes] of calls) {
    it(`${call} costs by its bytes`, () => {
      const more = cost(call, 2 * MEGABYTE) - cost(call, MEGABYTE);
      const least = (8 * passes * MEGABYTE) / MOVED_A_UNIT;
      assert.ok(more >= least * 0.99, `${more} units for ${8 * passes} MB more, not ${least}`);
      assert.ok(more <= 3 * least, `${more} units for ${8 * passes} MB more`);
    });
  }

  for (const call of slowCalls) {
    it(`${call} costs more: it looks at byte after byte`, () => {
      const more = cost(call, 2 * MEGABYTE) - cost(call, MEGABYTE);
      assert.ok(more >= (8 * MEGABYTE) / 4, `${more} units for 8 MB more`);
    });
  }

  it("a loop of several accesses to memory costs more than an iteration", () => {
    const more = cost(turned, 2 * MEGABYTE) - cost(turned, MEGABYTE);
    const iterations = (8 * MEGABYTE) / 2;
    assert.ok(more >= 2 * iterations * HOST_ITERATION * 0.99, `${more} units for ${iterations} iterations`);
    assert.ok(more <= 3 * iterations * HOST_ITERATION, `${more} units for ${iterations} iterations`);
  });

  /** Iterations of a host loop that an iteration of one of these loops costs. */
  const iterations = (call: string, bytes = MEGABYTE) => cost(call, bytes) / (8 * LOOP * HOST_ITERATION);

  it("reads that wait for memory cost what they take, by the pages that they come to", () => {
    const [small, large] = [MEGABYTE / 4, 64 * MEGABYTE];
    const followed = [iterations(reads.followed, small), iterations(reads.followed, large)] as const;
    assert.ok(followed[0] <= 4 && followed[1] >= 40, `${followed} iterations`);
    const lookedUp = [iterations(reads.lookedUp, small), iterations(reads.lookedUp, large)] as const;
    assert.ok(lookedUp[0] <= 2 && lookedUp[1] >= 8, `${lookedUp} iterations`);
  });

  it("columns of a large matrix cost less than reads anywhere", () => {
    const columns = iterations(reads.stepped, 64 * MEGABYTE);
    assert.ok(columns >= 4 && columns <= 6, `${columns} iterations`);
  });

  it("reads one after the other cost the same of a large array", () => {
    const [small, large] = [iterations(reads.even, MEGABYTE), iterations(reads.even, 64 * MEGABYTE)];
    assert.ok(large <= 1.1 && Math.abs(small - large) < 0.1, `${small} and ${large} iterations`);
  });

  it("divisions of floats and calls of functions cost more than sums", () => {
    assert.ok(iterations(divided) >= iterations(multiplied) + 1, `${iterations(divided)} iterations`);
    assert.ok(iterations(called) >= iterations(added) + 1, `${iterations(called)} iterations`);
  });

  it("sines of large angles cost what their reduction takes", () => {
    const more = (cost(farAngle, MEGABYTE) - cost(nearAngle, MEGABYTE)) / (8 * LOOP);
    assert.ok(more >= 90 && more <= 100, `${more} units a call`);
  });

  it("a comparison of texts that differ at once costs the same for long ones", () => {
    assert.ok(Math.abs(cost(atOnce, 2 * MEGABYTE) - cost(atOnce, MEGABYTE)) < 100);
  });
});
