/** Fill patterns and SPECs: what `docs/json.md` promises of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dataBytes } from "../../engine/arguments/dataFile";
import { elementOf, fillBytes } from "../../engine/arguments/elements";
import { formatSpec, parseArgument, parseSpec } from "../../engine/arguments/spec";
import { UsageError } from "../../engine/model/errors";

function floats(bytes: Uint8Array): number[] {
  return [...new Float32Array(bytes.buffer)];
}

describe("argument SPECs", () => {
  it("round-trip through their text", () => {
    for (const text of [
      "42",
      "-1.5",
      "0x2a",
      "zeros:8",
      "iota:8",
      "random:8:7",
      "const:8:-2",
      "file:a.bin",
      "null",
      "@in",
    ]) {
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

describe("data files", () => {
  const bytesOf = (path: string, data: Uint8Array | string, type: string) =>
    dataBytes(typeof data === "string" ? new TextEncoder().encode(data) : data, {
      name: "in",
      path,
      type,
      element: elementOf(type),
    });
  const refused = (path: string, data: Uint8Array | string, type: string, why: RegExp) =>
    assert.throws(
      () => bytesOf(path, data, type),
      (error: Error) =>
        error instanceof UsageError && error.message.startsWith("--arg in=file:") && why.test(error.message),
    );
  /** As `numpy.save` writes it. */
  function numpy(header: string, elements: Uint8Array, version = 1): Uint8Array {
    const padded = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11);
    const head = Buffer.alloc(version === 1 ? 10 : 12);
    head.write("\u0093NUMPY", "latin1");
    head[6] = version;
    if (version === 1) head.writeUInt16LE(padded.length + 1, 8);
    else head.writeUInt32LE(padded.length + 1, 8);
    return Buffer.concat([head, Buffer.from(`${padded}\n`, "latin1"), elements]);
  }
  const header = (descr: string, shape: string, fortran = "False") =>
    `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': (${shape}), }`;

  it("are bytes, a whole number of elements", () => {
    assert.deepEqual([...bytesOf("a.bin", Uint8Array.of(1, 2, 3, 4), "float")], [1, 2, 3, 4]);
    refused(
      "a.bin",
      Uint8Array.of(1, 2, 3),
      "float",
      /the file has 3 bytes, which is not a whole number of float \(4 bytes\)/,
    );
    refused("a.bin", new Uint8Array(0), "float", /the file is empty/);
  });

  it("are numbers in text, whatever stands between them", () => {
    const csv = "x,y\n# measured\n1, 2.5\n-3e1;0x10\n\n7 8\r\n";
    assert.deepEqual(floats(bytesOf("a.csv", csv, "float")), [1, 2.5, -30, 16, 7, 8]);
    assert.deepEqual(floats(bytesOf("a.TXT", "1 2 3 4", "float2")), [1, 2, 3, 4]);
    assert.deepEqual([...bytesOf("a.txt", "255 256 -1", "unsigned char")], [255, 0, 255]);
    refused("a.csv", "1,2\n3,four\n", "float", /line 2 has “four”, which is not a number/);
    refused("a.txt", "1 2 3", "float2", /it has 3 numbers, which is not a multiple of the 2 of a float2/);
    refused("a.txt", "# nothing\n", "float", /it has no numbers/);
  });

  it("are arrays of NumPy of the buffer's own type", () => {
    const saved = readFileSync("test/engine/data/matrix.npy");
    assert.deepEqual(floats(bytesOf("matrix.npy", saved, "float")), [0, 1, 2, 3, 4, 5], "saved by NumPy 2.4");
    const elements = new Uint8Array(new Float32Array([1, 2, 3, 4, 5, 6]).buffer);
    for (const version of [1, 2]) {
      assert.deepEqual(
        floats(bytesOf("a.npy", numpy(header("<f4", "2, 3"), elements, version), "float")),
        [1, 2, 3, 4, 5, 6],
      );
    }
    assert.deepEqual(floats(bytesOf("a.npy", numpy(header("<f4", "6,"), elements), "float2")), [1, 2, 3, 4, 5, 6]);
    refused(
      "a.npy",
      numpy(header("<f8", "3,"), elements),
      "float",
      /elements are <f8, and in is a buffer of float \(4 bytes\), NumPy's f4/,
    );
    refused("a.npy", numpy(header(">f4", "6,"), elements), "float", /big-endian/);
    refused("a.npy", numpy(header("<f4", "2, 3", "True"), elements), "float", /Fortran\) order/);
    refused(
      "a.npy",
      numpy(header("<f4", "7,"), elements),
      "float",
      /header says 7 elements, but the file ends after 6/,
    );
    refused("a.npy", "no array at all", "float", /not an array that NumPy saved/);
  });
});
