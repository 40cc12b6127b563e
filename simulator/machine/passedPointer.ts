/**
 * The pointer that a launch passes and an access goes through. An address far outside of a buffer lies next to another one,
 * which has nothing to do with the access: messages are about the buffer whose pointer it comes from.
 */
import type { Instruction } from "../../analyzer/ir/model";
import { rootsOf } from "../../analyzer/lower/spaceInference";
import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import type { KernelInstance } from "./instance";

/** Reads the passed pointer of an access from the kernel's parameters. */
export type PassedPointer = (instruction: Instruction) => bigint | undefined;

/** For a kernel whose parameters are in memory. Where an address may come of several pointers, none is named. */
export function passedPointers({ compiled }: KernelInstance, memory: DeviceMemory): PassedPointer {
  const kernel = compiled.functions[0]!.fn;
  return (instruction) => {
    if (!("pointer" in instruction)) return undefined;
    const [root, second] = rootsOf(instruction.pointer);
    if (second || root?.kind !== "argument" || kernel.arguments[root.index] !== root) return undefined;
    const at = compiled.parameterOffsets[root.index];
    if (root.type.kind !== "pointer" || root.attributes.has("byval") || at === undefined) return undefined;
    return memory.view().getBigUint64(MemoryMap.parameters + at, true);
  };
}
