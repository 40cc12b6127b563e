/**
 * What work costs on the modelled timeline. These are models, never measurements: bandwidths are typical of a PCIe 5.0 ×16
 * link and of the product's memory, and every figure that comes of them is labelled as modelled.
 */
import type { Architecture } from "../../../analyzer/hardware/model";
import type { LaunchReport } from "../../model";

/** Hardware queues that work at the same time: two copy directions, kernels, and the host. */
export type Engine = "h2d" | "d2h" | "compute" | "host";

/** Bytes a nanosecond over the link: pinned memory at link speed; pageable memory goes through a staging buffer. */
const LINK = { pinned: 50, pageable: 11 } as const;
/** Nanoseconds between the start of a transfer and its first byte. */
const TRANSFER_LATENCY = 1_800;
/** Nanoseconds that a kernel needs even when it does nothing. */
const KERNEL_LATENCY = 2_200;
/** Nanoseconds of the host in one call of the runtime, and in bringing up the context at the first one. */
export const CALL_NANOSECONDS = 1_000n;
/** Nanoseconds that the first call of the runtime takes, which makes the context. */
export const CONTEXT_NANOSECONDS = 150_000_000n;
/** Nanoseconds of one iteration of a host loop. */
export const ROUND_NANOSECONDS = 2n;
/** Bytes a nanosecond of device memory, by compute capability; from the products' data sheets. */
const MEMORY: Readonly<Record<string, number>> = {
  sm_70: 900,
  sm_75: 320,
  sm_80: 2039,
  sm_86: 936,
  sm_89: 1008,
  sm_90: 4800,
  sm_100: 8000,
  sm_120: 1792,
};
/** Cycles a nanosecond: about what a device keeps under load. */
const CYCLES = 1.7;
/** Warp instructions a nanosecond of one multiprocessor: four schedulers. */
const ISSUE = 4 * CYCLES;
/** Sectors that the pipe of L1 and shared memory moves in a cycle of one multiprocessor, or one wavefront. */
const SECTORS_A_CYCLE = 4;

/** Nanoseconds of a copy over the link, from pinned or pageable host memory. */
export function transferNanoseconds(bytes: number, pinned: boolean): bigint {
  return BigInt(Math.ceil(TRANSFER_LATENCY + bytes / (pinned ? LINK.pinned : LINK.pageable)));
}

/** A copy or fill that stays on the device reads and writes its memory. */
export function deviceNanoseconds(bytes: number, device: Architecture): bigint {
  return BigInt(Math.ceil(TRANSFER_LATENCY + (2 * bytes) / bandwidth(device)));
}

function bandwidth(device: Architecture): number {
  return MEMORY[device.name] ?? 1000;
}

function volume([x, y, z]: readonly [number, number, number]): number {
  return x * y * z;
}

/** The part of the device that a launch fills, 0 … 1: its blocks against those that can be resident. */
export function deviceShare({ launch }: LaunchReport, device: Architecture): number {
  const threads = Math.ceil(volume(launch.block) / 32) * 32;
  const byThreads = Math.floor(device.maxThreadsPerMultiprocessor / Math.max(32, threads));
  const perSm = Math.max(1, Math.min(device.maxBlocksPerMultiprocessor, byThreads));
  return Math.min(1, volume(launch.grid) / (perSm * device.multiprocessors));
}

/** A kernel is bound by the bytes that it moves, the instructions that it issues, or the passes through shared memory. */
export function kernelNanoseconds(report: LaunchReport, device: Architecture): bigint {
  const sum = (count: (line: LaunchReport["lines"][number]) => number) =>
    report.lines.reduce((total, line) => total + count(line), 0);
  const sectors = sum((line) => (line.space === "shared" ? 0 : line.sectors));
  const wavefronts = sum((line) => (line.space === "shared" ? line.wavefronts : 0));
  const instructions = report.metrics.smsp__inst_executed ?? sum((line) => line.requests) * 8;
  const busy = Math.max(1, Math.min(device.multiprocessors, volume(report.launch.grid)));
  const moving = (sectors * 32) / bandwidth(device);
  const issuing = instructions / (ISSUE * busy);
  const passing = (wavefronts + sectors / SECTORS_A_CYCLE) / (CYCLES * busy);
  return BigInt(Math.ceil(KERNEL_LATENCY + Math.max(moving, issuing, passing)));
}
