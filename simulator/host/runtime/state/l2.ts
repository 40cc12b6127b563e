/**
 * Access-policy windows of streams, launches and graph nodes, and the L2 cache that they steer. Reference: CUDA C++ Programming
 * Guide, "Device Memory L2 Access Management". The cache is modelled from the first window on: a program without one pays
 * nothing, and its launches have no such counts.
 */
import type { Location } from "../../../../analyzer/ir/model";
import {
  type AccessWindow,
  type L2Cache,
  l2Cache,
  persistingBytes,
  resetPersisting,
  setAside,
} from "../../../memory/l2";
import type { Observer } from "../../../model";
import { type L2Counts, watchL2 } from "../../../observers/l2";
import type { HostMachine } from "../../model/machine";
import { persistingLimit } from "./limits";

/** What the modelled L2 did in one launch; sectors. */
export interface L2Use {
  /** Index of the launch in the program's list. */
  readonly launch: number;
  readonly place: Location | undefined;
  readonly all: L2Counts;
  /** The window that the launch ran with, and the part of the counts that lay in it. */
  readonly window: (AccessWindow & { readonly counts: L2Counts }) | undefined;
  /** Bytes set aside for persisting lines, and bytes of lines that are persisting when the launch ends. */
  readonly setAside: number;
  readonly persisting: number;
}

interface Modelled {
  /** By ordinal of the device, from the first window on. */
  readonly caches: Map<number, L2Cache>;
  readonly uses: L2Use[];
}

const machines = new WeakMap<HostMachine, Modelled>();

/** `cudaLaunchAttributeAccessPolicyWindow` */
export const ACCESS_POLICY_WINDOW = 1;

/** The window of a `cudaLaunchAttributeValue`: base, bytes, ratio, property of hits and of misses. */
export function windowOf(value: Uint8Array | undefined): AccessWindow | undefined {
  if (!value) return undefined;
  const view = new DataView(value.buffer, value.byteOffset);
  const bytes = Number(view.getBigUint64(8, true));
  if (bytes === 0) return undefined;
  return {
    base: view.getBigUint64(0, true),
    bytes,
    hitRatio: view.getFloat32(16, true),
    hit: view.getInt32(20, true),
    miss: view.getInt32(24, true),
  };
}

/** A window was set: from now on the current device's cache is modelled. */
export function beginL2(machine: HostMachine): void {
  const known = machines.get(machine) ?? { caches: new Map<number, L2Cache>(), uses: [] };
  machines.set(machine, known);
  const { ordinal } = machine.cuda.current;
  if (!known.caches.has(ordinal)) known.caches.set(ordinal, l2Cache(machine.device.l2Bytes));
}

/** `cudaCtxResetPersistingL2Cache`. */
export function resetL2(machine: HostMachine): void {
  const cache = machines.get(machine)?.caches.get(machine.cuda.current.ordinal);
  if (cache) resetPersisting(cache);
}

/** Follows a launch's requests while the cache is modelled. */
export function watchWindow(
  machine: HostMachine,
  window: AccessWindow | undefined,
): { readonly observers: readonly Observer[]; end(launch: number, place: Location | undefined): void } {
  const known = machines.get(machine);
  const cache = known?.caches.get(machine.cuda.current.ordinal);
  if (!known || !cache) return { observers: [], end: () => {} };
  const limit = persistingLimit(machine);
  setAside(cache, limit);
  const { observer, all, inWindow } = watchL2(cache, window);
  return {
    observers: [observer],
    end(launch, place) {
      known.uses.push({
        launch,
        place,
        all,
        window: window && { ...window, counts: inWindow },
        setAside: limit,
        persisting: persistingBytes(cache),
      });
    },
  };
}

/** Launches that passed the modelled cache, in order. */
export function l2Uses(machine: HostMachine): readonly L2Use[] {
  return machines.get(machine)?.uses ?? [];
}
