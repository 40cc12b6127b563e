/**
 * Addresses that are another address and a number that all lanes share, and that only accesses beside them use: loops and
 * members of structures are full of them. They are never computed: checking an address adds the number.
 */

import type { AddressTerms } from "../../analyzer/ir/layout";
import type { Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import type { Aliases } from "./aliases";
import type { Region } from "./regions";
import { addressTerms } from "./types";
import type { Uniformity } from "./uniformity";

/** An address without what is added to it. */
export interface FoldedAddress {
  readonly base: Value;
  readonly constant: bigint;
  /** Uniform indices, scaled. */
  readonly terms: AddressTerms["terms"];
}

/** By address instruction. Bases may be folded themselves. */
export function foldAddresses(
  regions: readonly Region[],
  aliases: Aliases,
  uniform: Uniformity,
): ReadonlyMap<Value, FoldedAddress> {
  const folded = new Map<Value, FoldedAddress>();
  for (const region of regions) {
    const here = new Set(region.block.instructions.slice(region.from, region.to));
    for (const instruction of here) {
      if (instruction.op !== "gep" || instruction.type.kind !== "pointer" || !uniform.isVarying(instruction)) continue;
      const { constant, terms } = addressTerms(instruction);
      if (!uniform.isVarying(instruction.base) || terms.some(({ index }) => uniform.isVarying(index))) continue;
      const users = aliases.usersOf(instruction).map(({ user }) => user);
      if (users.length && users.every((user) => here.has(user) && onlyAccesses(user, instruction, aliases)))
        folded.set(instruction, { base: instruction.base, constant, terms });
    }
  }
  return folded;
}

/** Does an instruction use an address for nothing but the place that it accesses? */
function onlyAccesses(user: Instruction, address: InstructionOf<"gep">, aliases: Aliases): boolean {
  const leadsTo = (value: Value) => aliases.root({ value, component: 0 }).value === address;
  switch (user.op) {
    case "load":
      return true;
    case "store":
      return !leadsTo(user.value);
    case "atomicrmw":
      return !leadsTo(user.value);
    default:
      return false;
  }
}
