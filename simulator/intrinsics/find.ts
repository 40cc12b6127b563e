/** Built-in functions by name. */

import type { Instruction } from "../../analyzer/ir/model";
import { emitBlockCopy, emitBlockFill } from "../instructions/memory";
import { calleeName } from "../plan/calls";
import { async } from "./async";
import { barriers } from "./barriers";
import { bits } from "./bits";
import { bulk } from "./bulk";
import { floatClasses } from "./classes";
import { clusters } from "./clusters";
import { followed } from "./followed";
import { functions } from "./functions";
import { heap } from "./heap";
import { math } from "./math";
import { matrices } from "./matrices";
import { mbarriers } from "./mbarriers";
import { packedAtomics } from "./packedAtomics";
import { printing } from "./print";
import { registers } from "./registers";
import { rounded } from "./rounded";
import type { Intrinsic, Table } from "./table";
import { textures } from "./textures";
import { warp } from "./warp";
import { findWide, isWideCall } from "./wide";

const nothing: Intrinsic = { origin: "uniform", emit: () => {} };

const blocks: Table = {
  "llvm.memcpy": { emit: ({ memory }, call) => emitBlockCopy(memory, call) },
  "llvm.memmove": { emit: ({ memory }, call) => emitBlockCopy(memory, call) },
  "llvm.memset": { emit: ({ memory }, call) => emitBlockFill(memory, call) },
};

const hints: Table = {
  "llvm.assume": nothing,
  "llvm.lifetime.start": nothing,
  "llvm.lifetime.end": nothing,
  "llvm.experimental.noalias.scope.decl": nothing,
  "llvm.prefetch": nothing,
  "llvm.dbg.value": nothing,
  "llvm.dbg.declare": nothing,
};

const all: Table = {
  ...registers,
  ...barriers,
  ...floatClasses,
  ...clusters,
  ...async,
  ...bulk,
  ...blocks,
  ...printing,
  ...heap,
  ...bits,
  ...functions,
  ...rounded,
  ...math,
  ...warp,
  ...textures,
  ...matrices,
  ...packedAtomics,
  ...mbarriers,
  ...hints,
  ...followed,
};

/** The built-in function that a call names: with its type suffixes (`llvm.fma.f32`), or without. */
export function findIntrinsic(instruction: Instruction): Intrinsic | undefined {
  let name = calleeName(instruction);
  if (name?.startsWith("llvm.") && isWideCall(instruction)) return findWide(name);
  while (name) {
    const found = Object.hasOwn(all, name) ? all[name] : undefined;
    if (found) return found;
    const dot = name.lastIndexOf(".");
    if (dot < 5) return undefined;
    name = name.slice(0, dot);
  }
  return undefined;
}
