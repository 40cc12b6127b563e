/** What a launch certainly does, from its code alone: requests and their cost, and executions of each basic block. */
import { activeLanes } from "../../hardware/lanes";
import { SECTOR_BYTES, volume, WARP_SIZE } from "../../hardware/model";
import type { Block, Func } from "../../ir/model";
import type { LoweredFunction } from "../../lower/model";
import { ActiveThreads } from "../forms/activeThreads";
import { equalTerms } from "../forms/forms";
import { sameLanes, warpBits } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import type { BlockWork, LaunchPart, LaunchShape, LaunchWork } from "../model";
import { accessWork, type FoundWork, sizesOf } from "./accessWork";
import { distinctSectors } from "./distinct";
import { executionsOf } from "./executions";

/** The certain work of a kernel under a launch; undefined where its grid is not known. */
export function launchWork(
  launch: LaunchShape,
  paths: readonly LaneForms[],
  lowered: ReadonlyMap<string, LoweredFunction>,
): LaunchWork | undefined {
  if (!launch.grid) return undefined;
  const accesses: FoundWork[] = [];
  const blocks: BlockWork[] = [];
  let isComplete = true;
  for (const forms of paths) {
    const activity = new ActiveThreads(forms);
    const own = lowered.get(forms.function.name);
    if (!own || own.unsupported.size > 0) isComplete = false;
    const order = new Set(forms.flow.order);
    for (const access of own?.accesses ?? []) {
      if (access.space === "constant" || !order.has(access.leader.block)) continue;
      accesses.push(accessWork(forms, activity, access));
    }
    for (const block of order) blocks.push(blockWork(forms, activity, block));
  }
  return {
    launch,
    accesses,
    blocks,
    ...traffic(launch, paths[0]!.function, accesses),
    isComplete: isComplete && accesses.every((one) => one.isComplete),
  };
}

function blockWork(forms: LaneForms, activity: ActiveThreads, block: Block): BlockWork {
  const { parts, isMean } = executionsOf(forms, activity, block, new Set());
  const threads = volume(forms.shape.block);
  let [warps, lanes] = [0, 0];
  for (const part of parts) {
    if (isMean && part.lanes !== 1) continue;
    for (let first = 0; first < threads; first += WARP_SIZE) {
      const active = activeLanes(warpBits(part.lanes, first, threads));
      lanes += active * part.times;
      if (active > 0) warps += (isMean ? active / WARP_SIZE : 1) * part.times;
    }
  }
  return { function: forms.function, block, warps, lanes };
}

const isWrite = ({ access: { op } }: FoundWork): boolean => op === "store" || op === "atomic" || op === "reduction";

/** Which allocation each parameter leads into, by a name; the same name where that is not known. */
function allocationsOf({ given }: LaunchShape, kernel: Func): ReadonlyMap<number, string> {
  const pointers = kernel.arguments.filter(({ type }) => type.kind === "pointer");
  const allocationIn = (parts: readonly LaunchPart[] | undefined): number | undefined => {
    const value = parts?.find(({ offset }) => offset === 0)?.value;
    return typeof value === "object" ? value.allocation : undefined;
  };
  return new Map(
    pointers.map(({ index }) => {
      const own = allocationIn(given?.[index]);
      return [index, own === undefined ? "unknown" : `${own}`];
    }),
  );
}

/** The sectors that the launch moves between device memory and L2 at least. */
function traffic(
  launch: LaunchShape,
  kernel: Func,
  accesses: readonly FoundWork[],
): Pick<LaunchWork, "loadedSectors" | "storedSectors"> {
  const allocations = allocationsOf(launch, kernel);
  const isGlobal = ({ access: { space } }: FoundWork): boolean => space === "global" || space === "generic";
  const writes = accesses.filter((one) => isGlobal(one) && isWrite(one));
  const nameOf = ({ parameter }: FoundWork): string | undefined =>
    parameter === undefined ? undefined : allocations.get(parameter);
  const isFirst = (load: FoundWork): boolean =>
    writes.every((write) => {
      const [own, other] = [nameOf(load), nameOf(write)];
      const isApart = own !== undefined && other !== undefined && own !== other && ![own, other].includes("unknown");
      return isApart || precedes(load, write);
    });
  const sum = (which: (one: FoundWork) => boolean): number => {
    const most = new Map<string, number>();
    for (const group of besideOneAnother(accesses.filter((one) => one.access.space === "global" && which(one)))) {
      const name = nameOf(group[0]!);
      if (name !== undefined) most.set(name, Math.max(most.get(name) ?? 0, sectorsOf(group, launch)));
    }
    return [...most.values()].reduce((total, sectors) => total + sectors, 0);
  };
  return {
    loadedSectors: sum((one) => ["load", "copy"].includes(one.access.op) && isFirst(one)),
    storedSectors: sum(({ access }) => access.op === "store"),
  };
}

/** Accesses in groups whose addresses differ in their known parts alone, and that are executed together. */
function besideOneAnother(accesses: readonly FoundWork[]): readonly (readonly FoundWork[])[] {
  const groups: FoundWork[][] = [];
  for (const one of accesses) {
    const { address, access, executions } = one;
    const isBeside = ([first]: readonly FoundWork[]): boolean =>
      first!.executions === executions &&
      first!.access.width === access.width &&
      first!.address !== undefined &&
      address !== undefined &&
      equalTerms(first!.address.terms, address.terms);
    const group = groups.find(isBeside);
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Sectors that a group touches, each once. */
function sectorsOf(group: readonly FoundWork[], launch: LaunchShape): number {
  const [{ executions, access, distinct }] = group as [FoundWork];
  if (group.length === 1) return distinct;
  const addresses = group.flatMap(({ address }) => address ?? []);
  return distinctSectors(addresses, executions, access.width, sizesOf(launch));
}

/** Whether each thread loads what it, and no other, stores afterwards: the same address, in the same basic block. */
function precedes({ access: load, address: from, distinct, lanes }: FoundWork, write: FoundWork): boolean {
  const { access: store, address: to } = write;
  if (!from || !to || load.leader.block !== store.leader.block || load.width !== store.width) return false;
  const { instructions } = load.leader.block;
  if (instructions.indexOf(load.leader) > instructions.indexOf(store.leader)) return false;
  const isOnce = distinct * SECTOR_BYTES >= lanes * load.width;
  return isOnce && sameLanes(from.known, to.known) && equalTerms(from.terms, to.terms);
}
