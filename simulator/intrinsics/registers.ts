/** Special registers. Reference: PTX ISA, "Special Registers". */

import { Cell, MemoryMap } from "../memory/layout";
import { rowsFillWarps } from "../plan/shape";
import type { LocalI32 } from "../wasm/expressions";
import { Op } from "../wasm/opcodes";
import type { Call, CallContext, Intrinsic, Table } from "./table";

/** What the names of special registers begin with. */
export const SREG = "llvm.nvvm.read.ptx.sreg.";

/** Rows of `Place.threads`: 32 lanes of x, y, z and the lane's own index. */
export const ThreadRow = { x: 0, y: 128, z: 256, lane: 384, bytes: 512 } as const;

function threadRow(offset: number, uniformWhenRowsFill: boolean): Intrinsic {
  return {
    origin: (shape) => (uniformWhenRowsFill && rowsFillWarps(shape) ? "uniform" : "varying"),
    emit: ({ emitter, threads }, call) => {
      if (emitter.isVarying(call)) {
        emitter.define(call, 0, { form: "slot", kind: "i32", base: threads, offset });
      } else emitter.setUniform(call, 0, () => void emitter.fn.code.get(threads).memory(Op.i32Load, offset));
    },
  };
}

/** A number of the running launch or block, at an offset from `Place.cells`. */
export function cell(offset: number): Intrinsic {
  return uniform(({ emitter }) => void emitter.fn.code.i32(MemoryMap.cells + offset).memory(Op.i32Load, 0));
}

function uniform(push: (context: CallContext, call: Call) => void): Intrinsic {
  return {
    origin: "uniform",
    emit: (context, call) => context.emitter.setUniform(call, 0, () => push(context, call)),
  };
}

function constant(value: (context: CallContext) => number): Intrinsic {
  return uniform((context) => void context.emitter.fn.code.i32(value(context)));
}

/**
 * Cycles that a look at the clock takes; each instruction that any warp executes takes one more. The clock only promises to go
 * forward, and to go further where more is done: times are not simulated here. The number is odd, so that waits for an even
 * number of cycles come out above it, as they do on hardware, and not always exactly at it.
 */
const CLOCK_STEP = 17;

function clock(long: boolean): Intrinsic {
  return uniform(({ emitter, steps }) => {
    const { code } = emitter.fn;
    const at = MemoryMap.cells + Cell.clock;
    code.i32(0).i32(0).memory(Op.i32Load, at).i32(CLOCK_STEP).op(Op.i32Add).memory(Op.i32Store, at);
    code.i32(0).memory(Op.i32Load, at).get(steps).op(Op.i32Add);
    if (long) code.op(Op.i64ExtendI32U);
  });
}

/** One number from each lane's index. */
function ofLane(write: (context: CallContext, lane: LocalI32) => void): Intrinsic {
  return {
    origin: "varying",
    emit: (context, call) => {
      const { emitter } = context;
      const home = emitter.home(call, 0);
      if (home.form !== "slot") return;
      const [rest, lane] = [emitter.fn.i32(), emitter.fn.i32()];
      emitter.fn.code.i32(-1).set(rest);
      emitter.fn.eachLane(rest, lane, () => emitter.storeLane(home, lane, () => write(context, lane)));
    },
  };
}

const bit = ({ emitter }: CallContext, lane: LocalI32) => emitter.fn.code.i32(1).get(lane).op(Op.i32Shl);

const entries: Table = {
  "tid.x": threadRow(ThreadRow.x, false),
  "tid.y": threadRow(ThreadRow.y, true),
  "tid.z": threadRow(ThreadRow.z, true),
  laneid: threadRow(ThreadRow.lane, false),
  "ntid.x": constant(({ shape }) => shape.block[0]),
  "ntid.y": constant(({ shape }) => shape.block[1]),
  "ntid.z": constant(({ shape }) => shape.block[2]),
  "ctaid.x": cell(Cell.blockX),
  "ctaid.y": cell(Cell.blockY),
  "ctaid.z": cell(Cell.blockZ),
  "nctaid.x": cell(Cell.gridX),
  "nctaid.y": cell(Cell.gridY),
  "nctaid.z": cell(Cell.gridZ),
  clock: clock(false),
  clock64: clock(true),
  globaltimer: clock(true),
  warpsize: constant(() => 32),
  warpid: uniform(({ emitter, warp }) => void emitter.fn.code.get(warp)),
  nwarpid: constant(({ shape }) => Math.ceil((shape.block[0] * shape.block[1] * shape.block[2]) / 32)),
  // What the variables and the launch ask for; the hardware adds nothing that a program may use.
  total_smem_size: uniform(({ emitter }) => {
    const { code } = emitter.fn;
    code
      .i32(MemoryMap.cells + Cell.sharedEnd)
      .memory(Op.i32Load, 0)
      .i32(MemoryMap.shared)
      .op(Op.i32Sub);
  }),
  "dynamic.smem.size": cell(Cell.dynamicShared),
  dynamic_smem_size: cell(Cell.dynamicShared),
  "lanemask.eq": ofLane((context, lane) => void bit(context, lane)),
  "lanemask.lt": ofLane((context, lane) => void bit(context, lane).i32(1).op(Op.i32Sub)),
  "lanemask.le": ofLane((context, lane) => void bit(context, lane).i32(1).op(Op.i32Shl).i32(1).op(Op.i32Sub)),
  "lanemask.gt": ofLane((context, lane) => {
    bit(context, lane).i32(1).op(Op.i32Shl).i32(1).op(Op.i32Sub).i32(-1).op(Op.i32Xor);
  }),
  "lanemask.ge": ofLane((context, lane) => void bit(context, lane).i32(1).op(Op.i32Sub).i32(-1).op(Op.i32Xor)),
};

/** The built-ins of special registers, by name. */
export const registers: Table = Object.fromEntries(
  Object.entries(entries).map(([name, entry]) => [SREG + name, entry]),
);
