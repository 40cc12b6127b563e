/**
 * The forms of intrinsic calls: special registers as known values, warp-wide operations as uniform values.
 *
 * Reference: LLVM "User Guide for NVPTX Back-end"; PTX ISA, "Special Registers", "vote", "activemask".
 */

import type { Dim3 } from "../../hardware/model";
import { WARP_SIZE } from "../../hardware/model";
import type { LaunchShape } from "../model";
import { type Atom, type Atoms, atomForm, constantForm, type Form, knownForm } from "./forms";
import type { IntegerOp } from "./integers";
import { compact, type Lanes, safe } from "./lanes";

const axes = ["x", "y", "z"] as const;
const sreg = "llvm.nvvm.read.ptx.sreg.";

/** The index of each thread of the block along one axis, in the order of linear thread indices. */
function threadCoordinates(block: Dim3, axis: 0 | 1 | 2): Lanes {
  const [width, height, depth] = block;
  const lanes = new Float64Array(width * height * depth);
  const below = axis === 0 ? 1 : axis === 1 ? width : width * height;
  for (let t = 0; t < lanes.length; t++) lanes[t] = Math.floor(t / below) % block[axis];
  return compact(lanes);
}

/** The form of a special register; `undefined` for other names and registers that are not modelled. */
export function specialRegister(name: string, atoms: Atoms, shape: LaunchShape): Form | undefined {
  if (!name.startsWith(sreg)) return undefined;
  const [register, letter] = name.slice(sreg.length).split(".") as [string, string | undefined];
  const axis = axes.indexOf(letter as "x") as 0 | 1 | 2;
  const threadAxis = shape.swapped && axis < 2 ? ((1 - axis) as 0 | 1) : axis;
  const { block, grid } = shape;
  switch (register) {
    case "tid":
      return knownForm(threadCoordinates(block, threadAxis), 32);
    case "ntid":
      return constantForm(block[threadAxis], 32);
    case "nctaid":
      return grid
        ? constantForm(grid[axis], 32)
        : atomForm(
            atoms.intern(`nctaid.${letter}`, () => ({ scope: "grid", multiple: 1, description: `gridDim.${letter}` })),
            32,
          );
    case "ctaid":
      if (grid?.[axis] === 1) return constantForm(0, 32);
      return atomForm(
        atoms.intern(`ctaid.${letter}`, () => ({
          scope: "block",
          multiple: 1,
          description: `blockIdx.${letter}`,
          ...(grid ? { count: grid[axis] } : {}),
        })),
        32,
      );
    case "laneid":
      return knownForm(
        linearThread(block, (thread) => thread % WARP_SIZE),
        32,
      );
    case "warpsize":
      return constantForm(WARP_SIZE, 32);
    default:
      return undefined;
  }
}

/** The indices of a block along the axes of a known grid that have more than one block, with the axis. */
export function blockIndices(
  atoms: Atoms,
  shape: LaunchShape,
): readonly { readonly axis: 0 | 1 | 2; readonly atom: Atom }[] {
  return ([0, 1, 2] as const).flatMap((axis) => {
    const [term] = shape.grid ? (specialRegister(`${sreg}ctaid.${axes[axis]}`, atoms, shape)?.terms ?? []) : [];
    return term ? [{ axis, atom: term.atom }] : [];
  });
}

function linearThread(block: Dim3, value: (thread: number) => number): Lanes {
  return compact(Float64Array.from({ length: block[0] * block[1] * block[2] }, (_, thread) => value(thread)));
}

/** Intrinsics that are integer operations of two operands, by the name before their type. */
export const binaryIntrinsics: ReadonlyMap<string, IntegerOp> = new Map([
  ["llvm.smin", "smin"],
  ["llvm.smax", "smax"],
  ["llvm.umin", "umin"],
  ["llvm.umax", "umax"],
]);

/** Intrinsics on one integer that permute or count its bits, as functions of value and width. */
const unaryOperations: ReadonlyMap<string, (value: bigint, bits: number) => bigint> = new Map([
  ["llvm.bitreverse", (value, bits) => reversed(value, bits, 1)],
  ["llvm.bswap", (value, bits) => reversed(value, bits, 8)],
  ["llvm.ctpop", (value) => BigInt([...value.toString(2)].filter((digit) => digit === "1").length)],
  ["llvm.ctlz", (value, bits) => BigInt(value === 0n ? bits : bits - value.toString(2).length)],
  ["llvm.cttz", (value, bits) => BigInt(value === 0n ? bits : value.toString(2).match(/0*$/)![0].length)],
  ["llvm.abs", (value, bits) => (BigInt.asIntN(bits, value) < 0n ? -BigInt.asIntN(bits, value) : value)],
]);

/** The groups of `size` bits of a value in the opposite order. */
function reversed(value: bigint, bits: number, size: number): bigint {
  let result = 0n;
  for (let at = 0; at < bits; at += size) {
    result = (result << BigInt(size)) | ((value >> BigInt(at)) & ((1n << BigInt(size)) - 1n));
  }
  return result;
}

/** The unary integer operation of a call, on signed numbers; `undefined` for other calls. */
export function unaryIntrinsic(name: string, bits: number): ((value: number) => number | undefined) | undefined {
  const operation = unaryOperations.get(name.replace(/\.i\d+$/, ""));
  return (
    operation && ((value) => safe(Number(BigInt.asIntN(bits, operation(BigInt.asUintN(bits, BigInt(value)), bits)))))
  );
}

/** Prefixes of calls with the same result in all participating lanes. */
export const warpUniformCalls: readonly string[] = [
  "llvm.nvvm.vote.",
  "llvm.nvvm.redux.",
  "llvm.nvvm.match.all",
  "llvm.nvvm.activemask",
];

/** Prefixes of calls with the same result in all threads of the block. */
export const blockUniformCalls: readonly string[] = ["llvm.nvvm.barrier.cta.red", "llvm.nvvm.barrier0."];

/** Whether a call is a pure function of its operands, so that its result is as uniform as they are. */
export function isPureCall(name: string): boolean {
  if (!name.startsWith("llvm.")) return name.startsWith("__nv_");
  return (
    !/^llvm\.nvvm\.(shfl|read|atomic|ld|st|mbarrier|cp|match|wmma|mma|ldmatrix|tex|suld|sust)/.test(name) &&
    !/^llvm\.(lifetime|assume|dbg|memcpy|memset)/.test(name)
  );
}
