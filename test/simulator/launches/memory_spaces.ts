/** The launches of `memory_spaces.cu`'s `main` that use no texture, in its order. */
import type { GlobalVariable } from "../../../analyzer/ir/model";
import { type Bench, int, pointer } from "../support";
import type { Step } from "./step";

const long = (value: number): Uint8Array => pointer(BigInt(value));

/** `struct cudaPitchedPtr { void* ptr; size_t pitch, xsize, ysize; }`. */
function pitchedPointer(address: bigint, pitch: number, width: number, height: number): Uint8Array {
  return new Uint8Array(BigUint64Array.from([address, BigInt(pitch), BigInt(width), BigInt(height)]).buffer);
}

export function memorySpaces(bench: Bench): readonly Step[] {
  const host = Int32Array.from({ length: 4096 }, (_, i) => (i * 73) % 509);
  const input = pointer(bench.buffer(host));
  const output = bench.buffer(16384);
  const at = (words: number) => pointer(output + BigInt(4 * words));
  const symbol = (name: string): bigint => {
    const symbols = bench.memory.place(bench.program.module);
    const variable = [...symbols.keys()].find((global: GlobalVariable) => global.name === name);
    return symbols.get(variable!)!;
  };
  const write = (name: string, data: ArrayBufferView) => {
    bench.memory.write(symbol(name), new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  };
  write("table", host.subarray(0, 16));
  write("coefficients", Float32Array.of(0, 0.75, -0.15, 0.0166667));
  const buffer = bench.buffer(16384);
  const real = Float32Array.from({ length: 4096 }, (_, i) => (i * 37) % 211);
  const pitch = 512;
  const image = bench.buffer(pitch * 20);
  const box = bench.buffer(pitch * 6 * 5);
  const eight = (kernel: string, args: Step["args"], before?: () => void): Step => ({
    kernel,
    grid: 8,
    block: 128,
    args,
    ...(before && { before }),
  });
  return [
    eight("constantByBlock", [at(0)]),
    eight("constantByThread", [at(1024)]),
    eight("localDynamic", [input, at(2048)]),
    eight("localStatic", [input, at(3072)]),
    eight("readOnly", [input, at(0)]),
    eight("useCounter", [int(5)], () => {
      write("devicePointer", BigUint64Array.of(buffer));
      write("counter", host.subarray(0, 1024));
    }),
    eight("stencilGlobal", [pointer(buffer), at(0)], () => bench.memory.write(buffer, new Uint8Array(real.buffer))),
    eight("stencilShared", [pointer(buffer), at(2048)]),
    {
      kernel: "7pitched",
      grid: [3, 5, 1],
      block: [32, 4, 1],
      args: [pointer(image), long(pitch), int(70), int(20)],
      before: () => {
        for (let y = 0; y < 20; y++) {
          bench.memory.write(image + BigInt(y * pitch), new Uint8Array(real.buffer, y * 280, 280));
        }
      },
    },
    {
      kernel: "6volume",
      grid: [6, 5, 1],
      block: 64,
      args: [pitchedPointer(box, pitch, 160, 6), int(40), int(6), int(5)],
    },
  ];
}
