import assert from "node:assert/strict";
import fc from "fast-check";
import { Layout, layoutOf } from "../../analyzer/ir/layout";
import type { Constant, GlobalVariable, Module, Type } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import { clang, deviceArguments, hostArguments } from "./support/clang";

const SCALARS = ["char", "short", "int", "long", "float", "double", "void *", "bool", "__int128"];
const VECTORS = ["float2v", "float4v", "char3v", "long4v"];

const PRELUDE = `
typedef float float2v __attribute__((ext_vector_type(2)));
typedef float float4v __attribute__((ext_vector_type(4)));
typedef char char3v __attribute__((ext_vector_type(3)));
typedef long long4v __attribute__((ext_vector_type(4)));
#define DEVICE
#ifdef __CUDA__
#undef DEVICE
#define DEVICE __attribute__((device))
#endif
`;

/** Every third structure is packed. */
function isPacked(number: number): boolean {
  return number % 3 === 0;
}

/** Structures of random fields, with what clang itself says about their sizes and offsets beside them. */
function structures(fields: readonly (readonly string[])[], scalars: readonly string[]): string {
  const lines = [PRELUDE];
  fields.forEach((types, number) => {
    const members = types.map(
      (type, index) => `  ${type.includes("[") ? type.replace("[", ` f${index}[`) : `${type} f${index}`};`,
    );
    const packed = isPacked(number) ? "__attribute__((packed)) " : "";
    lines.push(`struct ${packed}S${number} {`, ...members, "};", `DEVICE S${number} s${number} = {};`);
    const offsets = types.map((_, index) => `__builtin_offsetof(S${number}, f${index})`);
    lines.push(`DEVICE long m${number}[] = {sizeof(S${number}), alignof(S${number}), ${offsets.join(", ")}};`);
  });
  scalars.forEach((type, number) => {
    lines.push(`DEVICE ${type} v${number} = {}; DEVICE long w${number}[] = {sizeof(${type}), alignof(${type})};`);
  });
  return lines.join("\n");
}

function numbers(global: GlobalVariable | undefined): number[] {
  const constant = global?.initializer as Constant;
  assert(constant.kind === "data", global?.name);
  return constant.elements.map(Number);
}

function check(module: Module, structs: number, scalars: readonly string[]): void {
  const layout = layoutOf(module);
  const globals = new Map(module.globals.map((global) => [global.name, global]));
  for (let number = 0; number < structs; number++) {
    const variable = globals.get(`s${number}`);
    const [size, align, ...offsets] = numbers(globals.get(`m${number}`));
    const type = variable?.valueType as Type;
    assert(type.kind === "struct");
    assert.equal(layout.size(type), size);
    // A packed structure whose fields lie as they would anyway has a plain type: only its variables know better.
    if (!isPacked(number)) assert.equal(layout.align(type), align);
    else if (type.packed) assert.equal(layout.align(type), 1);
    // clang may put padding of its own between fields, so that of its offsets all are offsets of LLVM's fields.
    const places = new Set(type.fields.map((_, index) => layout.offset(type, index)));
    for (const offset of offsets) assert(places.has(offset), `offset ${offset} of ${[...places]}`);
  }
  scalars.forEach((name, number) => {
    const [size, align] = numbers(globals.get(`w${number}`));
    const type = globals.get(`v${number}`)?.valueType as Type;
    assert.equal(layout.size(type), size, name);
    assert.equal(layout.align(type), align, name);
  });
}

describe("layout", () => {
  const field = fc.oneof(
    fc.constantFrom(...SCALARS),
    fc.constantFrom(...VECTORS),
    fc.constantFrom("char[3]", "int[5]", "double[2]", "float4v[2]", "short[7]"),
  );
  const lists = fc.sample(fc.array(field, { minLength: 1, maxLength: 8 }), { numRuns: 150, seed: 20260 });

  it("on the host is what clang says about sizes, alignments and offsets", async () => {
    const scalars = [...SCALARS, ...VECTORS, "long double"];
    const text = structures(lists, scalars);
    check(readModule(await clang(hostArguments("layout.cpp", false), "layout.cpp", text)), lists.length, scalars);
  });

  it("on the device is what clang says about sizes, alignments and offsets", async () => {
    const scalars = [...SCALARS, ...VECTORS];
    const command = deviceArguments("layout.cu", false);
    const module = readModule(await clang(command, "layout.cu", structures(lists, scalars)));
    check(module, lists.length, scalars);
  });

  it("adds up address computations", () => {
    const layout = new Layout("e-i64:64");
    const i32: Type = { kind: "int", bits: 32 };
    const i64: Type = { kind: "int", bits: 64 };
    const row: Type = { kind: "array", length: 33, element: i32 };
    const pair: Type = { kind: "struct", fields: [{ kind: "int", bits: 8 }, row], packed: false };
    const int = (value: bigint, type = i64): Constant => ({ kind: "int", type, value: BigInt.asUintN(64, value) });
    const index = { kind: "argument", name: "i", type: i64, index: 0, attributes: new Map() } as const;
    assert.deepEqual(layout.addressTerms({ source: pair, indices: [index, int(1n, i32), int(-2n)] }), {
      constant: 4n - 8n,
      terms: [{ index, scale: 136 }],
    });
    assert.deepEqual(layout.addressTerms({ source: row, indices: [int(2n), index] }), {
      constant: 264n,
      terms: [{ index, scale: 4 }],
    });
    assert.deepEqual(layout.element(pair, [1, 3]), { offset: 16, type: i32 });
  });

  it("knows narrow pointers of address spaces", () => {
    const layout = new Layout("e-p3:32:32-p6:32:32-i64:64");
    assert.equal(layout.size({ kind: "pointer", space: 3 }), 4);
    assert.equal(layout.size({ kind: "pointer", space: 1 }), 8);
  });
});
