/** The warp's memory unit, as a WebAssembly module that all kernels import: it resolves addresses and moves lanes. */
import { ModuleBuilder } from "../wasm/encoder";
import { defineMove, elements } from "./move";
import { defineResolve, defineResolveOne, resolveOneSignature, slowSignature } from "./resolve";
import { defineResolveContiguous, defineResolveRows } from "./rows";

/** Exact checks in JavaScript, for what the quick ones do not decide. They throw when the access is wrong. */
export interface SlowPaths {
  /** Checks the lanes of `mask` and writes their linear offsets to `MemoryMap.offsets`. */
  slow(
    addresses: number,
    offset: bigint,
    mask: number,
    width: number,
    align: number,
    window: number,
    site: number,
  ): void;
  /** One address that all lanes share; returns its linear offset. */
  slowOne(address: bigint, mask: number, width: number, align: number, window: number, site: number): number;
}

let compiled: WebAssembly.Module | undefined;

/** The unit over one memory. Its exports are what kernels import by the same names. */
export function memoryUnit(memory: WebAssembly.Memory, paths: SlowPaths): WebAssembly.Exports {
  compiled ??= buildUnit();
  return new WebAssembly.Instance(compiled, { env: { memory, slow: paths.slow, slowOne: paths.slowOne } }).exports;
}

function buildUnit(): WebAssembly.Module {
  const module = new ModuleBuilder();
  const slow = module.import("slow", slowSignature);
  const slowOne = module.import("slowOne", resolveOneSignature);
  const resolve = defineResolve(module, slow);
  defineResolveOne(module, slowOne);
  defineResolveContiguous(module, defineResolveRows(module, resolve));
  for (const element of elements) {
    defineMove(module, element, true);
    defineMove(module, element, false);
  }
  return new WebAssembly.Module(module.build());
}
