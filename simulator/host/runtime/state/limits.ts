/** Limits of a device (`cudaDeviceSetLimit`) and settings that are only remembered. */
import type { HostMachine } from "../../model/machine";

/** `cudaLimit` and what each is at first: stack, printf buffer (an H200's), device heap, nesting depth, launches, L2 granularity. */
const LIMITS: Readonly<Record<number, bigint>> = {
  0: 1024n,
  1: 8650752n,
  2: 8388608n,
  3: 2n,
  4: 2048n,
  5: 128n,
};

/** The number of the limit `cudaLimitPersistingL2CacheSize`. */
export const PERSISTING_L2 = 6;

/** At first three sixteenths of L2 are set aside: an H200 answers 11,796,480 of 62,914,560 bytes (recorded 2026-11-22). */
export function initialLimit(machine: HostMachine, limit: number): bigint | undefined {
  return limit === PERSISTING_L2 ? BigInt((machine.device.l2Bytes * 3) / 16) : LIMITS[limit];
}

/** A setting that is only remembered. */
export function setting(machine: HostMachine, name: string, initial: bigint): bigint {
  return machine.cuda.current.settings.get(name) ?? initial;
}

/** Bytes of L2 that are set aside for persisting lines. */
export function persistingLimit(machine: HostMachine): number {
  return Number(setting(machine, `limit ${PERSISTING_L2}`, initialLimit(machine, PERSISTING_L2) ?? 0n));
}
