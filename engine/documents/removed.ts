/**
 * Accesses of the source that no counter of a run has: the compiler removed them, as no result of the kernel depends on them.
 * Unoptimised code has them all; it is compiled only where the source seems to have an access that the run has not.
 */
import { codeOnly } from "../../analyzer/compiler/text/statements";
import { frames } from "../../analyzer/ir/frames";
import type { Func, Instruction, Location, Module } from "../../analyzer/ir/model";
import { lowerModule } from "../../analyzer/lower/lower";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { rootsOf } from "../../analyzer/lower/spaceInference";
import { reachable, unusedAccesses } from "../../analyzer/lower/unused";
import type { FunctionOutline } from "../../analyzer/syntax/model";
import type { LineJson, RemovedJson, RunFindingJson } from "../formats/launch";
import { placeOf, type SourceText } from "./sourceLocation";

/** What the source of a kernel says beyond what was run of it. */
export interface BesideRun {
  readonly removed: readonly RemovedJson[];
  readonly findings: readonly RunFindingJson[];
}

const SHARED = /__(?:shared|device|constant|managed)__[^;(){}]*?\b(\w+)\s*(?:\[|;|=)/g;
/** `name[`, `((int*)name)[`, `*name`, `name->`. */
const USED = /\b([A-Za-z_]\w*)[\s)]*(?:\[|->)|\*\s*\(?\s*([A-Za-z_]\w*)/g;

/** Places in a function where the source reads or writes through a parameter, or a variable of the device or of a block. */
function written({ body, parameters }: FunctionOutline, code: string, variables: ReadonlySet<string>): number[] {
  const pointers = parameters.filter(({ type }) => /[*&[]/.test(type)).map(({ name }) => name);
  const names = new Set([...variables, ...pointers]);
  return [...code.slice(body!.start, body!.end).matchAll(USED)]
    .filter((one) => names.has(one[1] ?? one[2]!))
    .map((one) => body!.start + one.index);
}

/** Whether some access as it is written is in no line that a run has counted; `path` is that of lines in this text. */
export function seemsToLack(text: SourceText, lines: readonly LineJson[], path?: string): boolean {
  const { document, outline } = text;
  const own = lines.filter((one) => one.path === path);
  const code = codeOnly(document.text);
  const variables = new Set([...code.matchAll(SHARED)].map(([, name]) => name!));
  const isCounted = (at: number): boolean => {
    const { line, character } = text.lines.positionAt(at);
    return own.some((one) => one.line === line + 1 && one.column <= character && character <= one.endColumn);
  };
  return outline.functions.some((one) => one.isDevice && one.body && !written(one, code, variables).every(isCounted));
}

const placeKey = ({ file, line, column }: Location): string => `${file}:${line}:${column}`;

/** Places of everything that accesses memory in a module, as its source has them. */
export function accessPlaces(module: Module): ReadonlySet<string> {
  const accesses = new Set(["load", "store", "atomicrmw", "cmpxchg", "call", "invoke"]);
  const all = module.functions.flatMap(({ blocks }) => blocks.flatMap(({ instructions }) => instructions));
  return new Set(
    all.flatMap(({ op, location }) => (accesses.has(op) && location ? [placeKey(frames(location)[0]!)] : [])),
  );
}

/** A variable of constant memory, where a store can lead to nothing else. */
function constantOf(one: Instruction): string | undefined {
  if (one.op !== "store") return undefined;
  const roots = rootsOf(one.pointer);
  const [first] = roots;
  const isConstant = roots.length > 0 && roots.every((root) => root.kind === "global" && root.space === 4);
  return isConstant && first?.kind === "global" ? first.name : undefined;
}

function constantWrites(text: SourceText, kernel: Func): RunFindingJson[] {
  const stores = [...reachable(kernel)].flatMap((func) => func.blocks.flatMap(({ instructions }) => instructions));
  return stores.flatMap((one) => {
    const name = constantOf(one);
    if (name === undefined) return [];
    const { line, path } = placeOf(text, one.location, "store");
    const message = `The kernel writes ${name}, which is constant memory: that is undefined, and optimised code has no such store. Copy to it with cudaMemcpyToSymbol, or declare it __device__.`;
    const seen = { block: null, thread: null, times: 1 };
    return [{ rule: "constant-write", severity: "error", message, line: line || null, ...(path && { path }), ...seen }];
  });
}

type Lowered = ReturnType<typeof lowerModule>;

function accessesOf(kernel: Func, lowered: Lowered): MemoryAccess[] {
  return [...reachable(kernel)].flatMap((func) => [...(lowered.get(func.name)?.accesses ?? [])]);
}

/**
 * What the source of kernels says beyond a run: `complete` is the unoptimised module, `kept` has the places of the accesses that
 * optimised code has.
 */
export function besideRun(
  text: SourceText,
  complete: Module,
  kept: ReadonlySet<string>,
  kernels: ReadonlySet<string>,
): ReadonlyMap<string, BesideRun> {
  const lowered = lowerModule(complete);
  const found = complete.functions.filter(({ name, blocks }) => kernels.has(name) && blocks.length > 0);
  return new Map(
    found.map((kernel) => {
      const isUnused = unusedAccesses(kernel);
      const removed = new Map<string, RemovedJson>();
      for (const { op, space, width, members } of accessesOf(kernel, lowered)) {
        if (space === "local" || space === "texture") continue;
        for (const one of members) {
          const { location } = one;
          if (!location || !isUnused(one) || kept.has(placeKey(frames(location)[0]!))) continue;
          const place = placeOf(text, location, op);
          const key = [place.path, place.line, place.column, op].join(":");
          if (place.line > 0) removed.set(key, { ...place, op, space, width });
        }
      }
      return [kernel.name, { removed: [...removed.values()], findings: constantWrites(text, kernel) }];
    }),
  );
}
