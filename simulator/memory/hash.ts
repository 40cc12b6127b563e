/** A hash of bytes of linear memory, as WebAssembly: 64 bits that tell any two contents apart but for chance. */
import { ModuleBuilder } from "../wasm/encoder";
import { add, i64, load64, ltU, mul, rotl, xor } from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";

/** Bytes that are taken at once: ranges are hashed in whole steps. */
export const HASH_STEP = 32;

const signature = { parameters: [Type.i32, Type.i32], results: [Type.i64] } as const;

/** An odd number without a pattern: the fraction of the golden ratio. */
const FACTOR = 0x9e3779b97f4a7c15n;
const TURN = 29n;

let compiled: WebAssembly.Module | undefined;

/** Four strands of one multiplication each, so that they run side by side; every step can be undone, so that none loses a bit. */
function build(): WebAssembly.Module {
  const module = new ModuleBuilder();
  const fn = new FunctionWriter(signature);
  const [at, end] = fn.parameters;
  const strands = fn.locals(Type.i64, 4);
  const mixed = (strand: (typeof strands)[number], value: ReturnType<typeof load64>) =>
    mul(rotl(xor(strand, value), i64(TURN)), i64(FACTOR));
  strands.forEach((strand, i) => {
    fn.set(strand, i64(BigInt(i + 1)));
  });
  fn.block((done) => {
    fn.loop((again) => {
      fn.when(ltU(at, end), () => {
        strands.forEach((strand, i) => {
          fn.set(strand, mixed(strand, load64(at, 8 * i)));
        });
        fn.set(at, add(at, HASH_STEP));
        fn.branch(again);
      });
      fn.branch(done);
    });
  });
  const [first, ...others] = strands;
  for (const other of others) fn.set(first, mul(rotl(xor(first, other), i64(TURN)), i64(FACTOR)));
  fn.push(xor(first, rotl(first, i64(TURN))));
  fn.defineIn(module, "hash");
  return new WebAssembly.Module(module.build());
}

/** Hashes bytes from an offset up to another one, in whole steps. */
export type Hash = (start: number, end: number) => bigint;

/** The hash over one memory. */
export function hashOf(memory: WebAssembly.Memory): Hash {
  compiled ??= build();
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports.hash as Hash;
}
