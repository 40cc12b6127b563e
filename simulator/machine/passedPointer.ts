/**
 * The pointer that a launch passes and an access goes through. An address far outside of a buffer lies next to another one,
 * which has nothing to do with the access: messages are about the buffer whose pointer it comes from.
 */
import type { Instruction, Value } from "../../analyzer/ir/model";
import { rootsOf } from "../../analyzer/lower/spaceInference";
import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import type { KernelInstance } from "./instance";

/** Where the address of an access comes from. */
export interface Origin {
  /** The pointer that the launch passes, and the address is computed from. */
  readonly passed?: bigint;
  /** The passed pointer to the memory that the address, or a pointer before it, was loaded from. */
  readonly loadedFrom?: bigint;
}

/** Reads the origin of an access from the kernel's parameters. */
export type OriginOf = (instruction: Instruction) => Origin;

/** Pointers that are followed from one load to the one before it: a list of lists has two. */
const LONGEST_CHAIN = 8;

/** For a kernel whose parameters are in memory. Where an address may come of several pointers, none is named. */
export function originOfAccesses({ compiled }: KernelInstance, memory: DeviceMemory): OriginOf {
  const kernel = compiled.functions[0]!.fn;
  const passedIn = (root: Value): bigint | undefined => {
    if (root.kind !== "argument" || kernel.arguments[root.index] !== root) return undefined;
    const at = compiled.parameterOffsets[root.index];
    if (root.type.kind !== "pointer" || root.attributes.has("byval") || at === undefined) return undefined;
    return memory.view().getBigUint64(MemoryMap.parameters + at, true);
  };
  return (instruction) => {
    let pointer = "pointer" in instruction ? instruction.pointer : undefined;
    for (let loads = 0; pointer && loads < LONGEST_CHAIN; loads++) {
      const [root, second]: readonly Value[] = rootsOf(pointer);
      if (!root || second) return {};
      const passed = passedIn(root);
      if (passed !== undefined) return loads === 0 ? { passed } : { loadedFrom: passed };
      pointer = root.kind === "instruction" && root.op === "load" ? root.pointer : undefined;
    }
    return {};
  };
}
