/** Watched expressions are computed as the device computes them: each is compared with what a kernel assigned. */
import assert from "node:assert/strict";
import type { Recording } from "../../debugger/recording";
import { inOneLine, laneRows, mapOf, warpRows } from "../../debugger/trees";
import { watch } from "../../debugger/watch";
import { recorded } from "./recorded";

/** By the type of the variable that the kernel assigns them to. `i` is 0 to 63, `s` is short, the others by their letter. */
const expressions: Readonly<Record<string, readonly string[]>> = {
  int: [
    "i * 7 - 3",
    "(i - 20) / 3",
    "(i - 20) % 3",
    "-i >> 1",
    "i << 3 | 5",
    "~i & 0xff",
    "i ^ 21",
    "i * 123456789",
    "s * s * s",
    "i % 2 ? i : -i",
    "-(i + 1)",
    "!i + 4",
    "true + true",
    "i == 1 | i == 2",
  ],
  unsigned: ["u - 5", "u * 3000000000u", "u >> 1", "i - 7u", "0xffffffff / 3", "-u", "~u"],
  "long long": ["l * 5000000000", "i * 4294967296", "l - i", "l >> 3", "i + 10000000000l"],
  float: ["f * 0.1f", "f / 3", "f - i", "i * f + 1", "1.0f / (f + 1)", "i % 3 == 0 ? f : -f"],
  double: ["d * 0.1", "f * 0.1", "d / 7 - i", "1e-3 * i", "f + d"],
  bool: ["i < 7", "i != 3 && u > 2u", "f >= 10.5", "i - 5 < u", "!(i == 4) || false", "d * 2 == i", "s <= -3"],
};

const lines = Object.entries(expressions).flatMap(([type, all]) =>
  all.map((one, index) => ({ type, name: `${type.replaceAll(" ", "")}_${index}`, one })),
);

const text = `__global__ void values(int* out) {
  int i = threadIdx.x;
  unsigned u = i;
  long long l = i;
  short s = -i;
  float f = i * 1.5f;
  double d = i * 0.5;
${lines.map(({ type, name, one }) => `  ${type} ${name} = ${one};`).join("\n")}
  bool low = i % 32 < 3;
  if (low) { int inner = i * 2; out[i] = inner; }
  out[i] = i;
}
void start(int* out) { values<<<1, 64>>>(out); }
`;

describe("watched expressions", () => {
  let recording: Recording;
  let last: number;
  before(async () => {
    recording = await recorded(text, "values");
    last = recording.stepsOf(1).at(-1)!;
  });

  for (const { type, name, one } of lines) {
    it(`computes ${one} as the kernel does for ${type}`, () => {
      for (const warp of [0, 1]) {
        const held = recording.heldBy(warp, last).find(({ variable }) => variable.name === name)!;
        const seen = watch(recording, last, one, [warp]);
        assert.ok(typeof seen !== "string", String(seen));
        // The kernel converts to its variable's type, which for these changes nothing.
        assert.deepEqual(seen[0]!.values, held.values);
      }
    });
  }

  const seen = (expression: string, warp = 0) => {
    const found = watch(recording, last, expression, [warp]);
    assert.ok(typeof found !== "string", String(found));
    return found[0]!;
  };

  it("takes x[k] for what lane k holds, and marks the lanes that differ", () => {
    assert.equal(inOneLine(seen("i[3]")), "3");
    assert.equal(inOneLine(seen("i != i[0]")), "true in lanes 1–31");
    assert.equal(inOneLine(seen("i / 16")), "0–15: 0, 16–31: 1");
    assert.equal(inOneLine(seen("i")), "0 … 31, 32 different values");
    assert.equal(mapOf(seen("i / 16")), `${"·".repeat(16)}${"■".repeat(16)}`);
  });

  it("shows the lanes that a filter lets through", () => {
    const some = seen("i where i % 8 == 0");
    assert.deepEqual(
      laneRows(some, 0xffff).map(({ name, value }) => `${name}: ${value}`),
      ["lane 0: 0", "lane 8: 8", "lane 16: 16   not active", "lane 24: 24   not active"],
    );
    assert.equal(inOneLine(seen("i where i < 0")), "no lane");
  });

  it("marks the few lanes that hold another value than most", () => {
    const marked = (expression: string) =>
      laneRows(seen(expression), undefined)
        .filter(({ value }) => value.includes("most lanes hold"))
        .map(({ name, value }) => `${name}: ${value}`);
    assert.deepEqual(marked("i < 2 ? 7 : 5"), ["lane 0: 7   most lanes hold 5", "lane 1: 7   most lanes hold 5"]);
    assert.deepEqual(marked("i / 31"), ["lane 31: 1   most lanes hold 0"]);
    assert.deepEqual(marked("i"), []);
    assert.deepEqual(marked("i / 16"), [], "two halves: their lanes stand in the line above");
  });

  it("knows CUDA's indices and sizes, and shows every warp of the block", () => {
    assert.equal(inOneLine(seen("threadIdx.x - lane", 1)), "32");
    assert.equal(inOneLine(seen("blockDim.x * gridDim.x + blockIdx.x")), "64");
    const all = watch(recording, last, "warp", [0, 1]);
    assert.ok(typeof all !== "string");
    assert.deepEqual(
      warpRows(all).map(({ name, value }) => `${name} ${value}`),
      [`warp 0 ${"·".repeat(32)}  0`, `warp 1 ${"·".repeat(32)}  1`],
    );
  });

  it("holds nothing where C++ says nothing, or a lane was never there", () => {
    assert.deepEqual(new Set(seen("i / (i - i)").values), new Set([null]));
    assert.deepEqual(new Set(seen("i << 40").values), new Set([null]));
    assert.deepEqual(seen("1 / i").values.slice(0, 3), [null, "1", "0"]);
  });

  it("says in a sentence what cannot be read, and what is not known", () => {
    for (const [typed, said] of [
      ["", "Type a variable or an expression."],
      ["i +", "A variable or a number is expected before the end."],
      ["(i", "“)” is expected before the end."],
      ["i i", "“i” is not expected there."],
      ["i @ 2", "“@ 2” cannot be read: write variables, numbers and operators."],
      [`${"(".repeat(500)}i`, "The expression is too deep."],
    ] as const) {
      assert.equal(watch(recording, last, typed, [0]), said);
    }
    assert.equal(seen("tile").unknown, "“tile” is no variable that is followed at this line.");
    assert.equal(seen("i[32]").unknown, "A warp has lanes 0 to 31, not 32.");
    assert.equal(seen("f % 2").unknown, "“%” takes no floating-point number.");
  });
});
