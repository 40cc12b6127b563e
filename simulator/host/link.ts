/**
 * Source files that were compiled apart, linked into one program: the host sides as `ld` does it, the device sides as
 * `nvlink` does it under `-rdc=true`. A device symbol that two files define stays each file's own, as without `-rdc`.
 */
import { demangle } from "../../analyzer/ir/demangle";
import { isDefined, type Linkable, type LinkPlan, linkModules } from "../../analyzer/ir/link";
import type { Module } from "../../analyzer/ir/model";

/** One source file: both sides of a `.cu`, the host side alone of a `.cpp` or `.c`. */
export interface Unit {
  readonly path: string;
  readonly host: Module;
  readonly device: Module | undefined;
}

/** What a linker refuses, in one sentence. */
export class LinkError extends Error {}

type Side = "host" | "device";

interface Entry {
  readonly symbol: Linkable;
  readonly unit: number;
}

/** Every symbol of a name on one side, by what its linkage allows. */
interface Group {
  /** Definitions of which there may be one. */
  readonly strong: Entry[];
  /** Templates, inline functions and the like: any one of them will do. */
  readonly merged: Entry[];
  /** What its own file alone sees. */
  readonly local: Entry[];
  readonly declared: Entry[];
}

function linkageOf(symbol: Linkable): string {
  return symbol.kind === "alias" ? "external" : symbol.linkage;
}

function groupOf(symbol: Linkable): keyof Group {
  const linkage = linkageOf(symbol);
  if (!isDefined(symbol) || linkage === "available_externally") return "declared";
  if (linkage === "internal" || linkage === "private") return "local";
  return linkage === "external" ? "strong" : "merged";
}

/** Symbols of all files by name, without the lists that every file adds to. */
function groups(modules: readonly (Module | undefined)[]): Map<string, Group> {
  const all = new Map<string, Group>();
  modules.forEach((module, unit) => {
    for (const symbol of module ? [...module.functions, ...module.globals, ...module.aliases] : []) {
      if (linkageOf(symbol) === "appending") continue;
      const group = all.get(symbol.name) ?? { strong: [], merged: [], local: [], declared: [] };
      all.set(symbol.name, group);
      group[groupOf(symbol)].push({ symbol, unit });
    }
  });
  return all;
}

/** `_Z21__device_stub__namePi` → `_Z4namePi`, and `__device_stub__name` → `name`: the kernel that a host stub stands for. */
export function kernelOfStub(stub: string): string {
  return stub.replace(
    /(^|\d+)__device_stub__/,
    (_all, length: string) => length && String(Number(length) - "__device_stub__".length),
  );
}

/** The first file that has a definition of its own under a name, on either side. */
function owners(sides: readonly ReadonlyMap<string, Group>[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const side of sides) {
    for (const [name, { strong, local }] of side) {
      const unit = Math.min(...[...strong, ...local].map((one) => one.unit));
      const known = first.get(kernelOfStub(name)) ?? Number.POSITIVE_INFINITY;
      if (unit < known) first.set(kernelOfStub(name), unit);
    }
  }
  return first;
}

function display(name: string): string {
  return demangle(name).display;
}

class Planner {
  readonly replacements = new Map<Linkable, Linkable>();
  readonly names = new Map<Linkable, string>();

  constructor(
    private readonly units: readonly Unit[],
    private readonly owner: ReadonlyMap<string, number>,
  ) {}

  /** Gives what a file keeps for itself a name of its own, where an earlier file has the name. */
  keepApart(entries: readonly Entry[], name: string): void {
    for (const { symbol, unit } of entries) {
      if (this.owner.get(kernelOfStub(name)) !== unit) this.names.set(symbol, `${name}.${unit}`);
    }
  }

  /** Lets one definition stand for all the others and for every declaration. */
  merge(winner: Entry, others: readonly Entry[]): void {
    for (const { symbol } of others) if (symbol !== winner.symbol) this.replacements.set(symbol, winner.symbol);
  }

  refuseTwo(name: string, [first, second]: readonly Entry[]): never {
    const [a, b] = [first!, second!].map((one) => this.units[one.unit]!.path);
    throw new LinkError(
      `The program does not link: ${display(name)} is defined in ${a} and in ${b}; keep one of them, or make both static or inline.`,
    );
  }

  plan(): LinkPlan {
    return this;
  }
}

/** A variable that the device defines has a shadow on the host, which other files mean by their `extern`. */
function shadowOf({ local }: Group, name: string, device: ReadonlyMap<string, Group>): Entry | undefined {
  const { strong = [] } = device.get(name) ?? {};
  return strong.length === 1 ? local.find((one) => one.unit === strong[0]!.unit) : undefined;
}

function planHost(planner: Planner, host: ReadonlyMap<string, Group>, device: ReadonlyMap<string, Group>): void {
  for (const [name, group] of host) {
    const { strong, merged, local, declared } = group;
    if (strong.length > 1) planner.refuseTwo(name, strong);
    planner.keepApart(local, name);
    const winner = strong[0] ?? merged[0] ?? shadowOf(group, name, device) ?? declared[0];
    if (winner) planner.merge(winner, [...merged, ...declared]);
  }
}

function planDevice(planner: Planner, units: readonly Unit[], device: ReadonlyMap<string, Group>): void {
  for (const [name, { strong, merged, local, declared }] of device) {
    planner.keepApart([...local, ...strong], name);
    if (strong.length > 1 && declared.length > 0) {
      const paths = [...strong, declared[0]!].map((one) => units[one.unit]!.path);
      throw new LinkError(
        `The program does not link: ${paths.at(-1)} declares ${display(name)}, which ${paths[0]} and ${paths[1]} both define.`,
      );
    }
    const winner = strong[0] ?? merged[0] ?? declared[0];
    if (winner) planner.merge(winner, [...merged, ...declared]);
  }
}

/** What is in no file: a program of `.cpp` files alone has no device side. */
const nothing: Module = { triple: "", functions: [], globals: [], aliases: [] };

/**
 * One host module and one device module out of all files; those of a single file are given back as they are.
 *
 * @throws LinkError when a host symbol is defined twice, or a device declaration could mean two definitions.
 */
export function linkUnits(units: readonly Unit[]): { readonly host: Module; readonly device: Module } {
  const [only, ...more] = units;
  if (only && more.length === 0) return { host: only.host, device: only.device ?? nothing };
  const sides: Record<Side, Map<string, Group>> = {
    host: groups(units.map((one) => one.host)),
    device: groups(units.map((one) => one.device)),
  };
  const owner = owners([sides.host, sides.device]);
  const [host, device] = [new Planner(units, owner), new Planner(units, owner)];
  planHost(host, sides.host, sides.device);
  planDevice(device, units, sides.device);
  const devices = units.flatMap((one) => one.device ?? []);
  return {
    host: linkModules(
      units.map((one) => one.host),
      host.plan(),
    ),
    device: devices.length > 0 ? linkModules(devices, device.plan()) : nothing,
  };
}
