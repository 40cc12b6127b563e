/**
 * The pointer that a launch passes and an access goes through. An address far outside of a buffer lies next to another one,
 * which has nothing to do with the access: messages are about the buffer whose pointer it comes from.
 */
import type { Argument, Instruction, Value } from "../../analyzer/ir/model";
import { rootsOf } from "../../analyzer/lower/spaceInference";
import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import { addressTerms } from "../plan/types";
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

const isStructure = (argument: Argument): boolean => argument.attributes.has("byval");

/** The structure among the parameters that a pointer leads into, and the byte of it; undefined where that is not constant. */
function memberOf(pointer: Value): { readonly structure: Argument; readonly byte: number } | undefined {
  let byte = 0n;
  for (let value = pointer; ; ) {
    if (value.kind === "argument") return isStructure(value) ? { structure: value, byte: Number(byte) } : undefined;
    const made = value.kind === "instruction" ? value : undefined;
    if (made?.op === "gep") {
      const { constant, terms } = addressTerms(made);
      if (terms.length > 0) return undefined;
      byte += constant;
      value = made.base;
    } else if (made?.op === "cast" || made?.op === "freeze") value = made.value;
    else return undefined;
  }
}

/** For a kernel whose parameters are in memory. Where an address may come of several pointers, none is named. */
export function originOfAccesses({ compiled }: KernelInstance, memory: DeviceMemory): OriginOf {
  const kernel = compiled.functions[0]!.fn;
  const parameter = (argument: Argument, byte: number): bigint | undefined => {
    const at = kernel.arguments[argument.index] === argument ? compiled.parameterOffsets[argument.index] : undefined;
    return at === undefined ? undefined : memory.view().getBigUint64(MemoryMap.parameters + at + byte, true);
  };
  const passedIn = (root: Value): bigint | undefined => {
    if (root.kind === "argument")
      return root.type.kind === "pointer" && !isStructure(root) ? parameter(root, 0) : undefined;
    const loaded = root.kind === "instruction" && root.op === "load" && root.type.kind === "pointer";
    const member = loaded ? memberOf(root.pointer) : undefined;
    return member && parameter(member.structure, member.byte);
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
