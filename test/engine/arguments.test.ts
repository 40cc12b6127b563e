/** Fill patterns and SPECs: what `docs/json.md` promises of them. */
import assert from "node:assert/strict";
import { elementOf, fillBytes } from "../../engine/arguments/elements";
import { formatSpec, parseArgument, parseSpec } from "../../engine/arguments/spec";
import { UsageError } from "../../engine/errors";

function floats(bytes: Uint8Array): number[] {
  return [...new Float32Array(bytes.buffer)];
}

describe("argument SPECs", () => {
  it("round-trip through their text", () => {
    for (const text of ["42", "-1.5", "0x2a", "zeros:8", "iota:8", "random:8:7", "const:8:-2", "file:a.bin", "@in"]) {
      assert.equal(formatSpec(parseSpec("x", text)), text);
    }
  });

  it("name the argument and the forms when they are wrong", () => {
    for (const text of ["", "iota", "iota:0", "iota:x", "zeros:4:1", "const:4", "ramp:4", "1x"]) {
      assert.throws(
        () => parseSpec("in", text),
        (error: Error) => error instanceof UsageError && /--arg in=/.test(error.message),
      );
    }
    assert.throws(() => parseArgument("in"), UsageError);
  });

  it("split at the first equals sign", () => {
    assert.deepEqual(parseArgument("a.data=const:4:1e3"), ["a.data", parseSpec("a.data", "const:4:1e3")]);
  });
});

describe("fill patterns", () => {
  it("count in the element's own type, through vectors", () => {
    assert.deepEqual(floats(fillBytes({ kind: "iota" }, elementOf("const float"), 4)), [0, 1, 2, 3]);
    assert.deepEqual(floats(fillBytes({ kind: "iota" }, elementOf("float4"), 2)), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual([...fillBytes({ kind: "iota" }, elementOf("unsigned char"), 258)].slice(254), [254, 255, 0, 1]);
    assert.equal(fillBytes({ kind: "iota" }, elementOf("long long"), 3).length, 24);
  });

  it("are the same random numbers every time, reals in [0, 1), and differ by seed", () => {
    const once = floats(fillBytes({ kind: "random", seed: 7 }, elementOf("float"), 1000));
    assert.deepEqual(once, floats(fillBytes({ kind: "random", seed: 7 }, elementOf("float"), 1000)));
    assert.ok(once.every((one) => one >= 0 && one < 1));
    assert.ok(new Set(once).size > 900);
    assert.notDeepEqual(once, floats(fillBytes({ kind: "random", seed: 8 }, elementOf("float"), 1000)));
  });

  it("write constants as integers, reals and halves", () => {
    assert.deepEqual(
      [...new Int32Array(fillBytes({ kind: "const", value: "-2" }, elementOf("int"), 2).buffer)],
      [-2, -2],
    );
    assert.deepEqual(
      [...new Uint16Array(fillBytes({ kind: "const", value: "1.5" }, elementOf("__half"), 2).buffer)],
      [0x3e00, 0x3e00],
    );
    assert.deepEqual(
      [...new Uint16Array(fillBytes({ kind: "const", value: "65504" }, elementOf("half"), 1).buffer)],
      [0x7bff],
    );
    assert.deepEqual(
      [...new Uint16Array(fillBytes({ kind: "const", value: "5.9604645e-8" }, elementOf("half"), 1).buffer)],
      [1],
    );
  });

  it("treat an unknown structure as 32-bit words over its size", () => {
    assert.deepEqual(
      [...new Uint32Array(fillBytes({ kind: "iota" }, elementOf("Particle", 12), 2).buffer)],
      [0, 1, 2, 3, 4, 5],
    );
  });
});
