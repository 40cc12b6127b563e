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
import { pattern } from "../../analyzer/syntax/text/patterns";
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

const CONSTANT = /__constant__[^;(){}]*?\b(\w+)\s*(?:\[|;|=)/g;

/** Whether a function takes the address of a constant variable, through which it may write, or passes it on. */
function takesConstant({ body }: FunctionOutline, code: string): boolean {
  const own = code.slice(body!.start, body!.end);
  return [...code.matchAll(CONSTANT)].some(([, name]) => pattern`[&),(=]\s*${name!}\s*[;,)+]`.test(own));
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
  const bodies = outline.functions.filter(({ isDevice, body }) => isDevice && body);
  return bodies.some((one) => takesConstant(one, code) || !written(one, code, variables).every(isCounted));
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

type Lowered = ReturnType<typeof lowerModule>;

function accessesOf(kernel: Func, lowered: Lowered): MemoryAccess[] {
  return [...reachable(kernel)].flatMap((func) => [...(lowered.get(func.name)?.accesses ?? [])]);
}

/** Stores and atomics that lead to constant memory. Measured on an H200 (2026-11-26): each ends its kernel, and nvcc warns. */
function constantWrites(text: SourceText, kernel: Func, lowered: Lowered): RunFindingJson[] {
  return [...reachable(kernel)].flatMap(({ name, blocks }) =>
    blocks.flatMap(({ instructions }) =>
      instructions.flatMap((one) => {
        if (one.op !== "store" && one.op !== "atomicrmw" && one.op !== "cmpxchg") return [];
        const roots = rootsOf(one.pointer);
        const names = roots.flatMap((root) => (root.kind === "global" && root.space === 4 ? [root.name] : []));
        const isNamed = names.length > 0 && names.length === roots.length;
        if (!isNamed && lowered.get(name)?.spaceOf(one.pointer) !== "constant") return [];
        return [constantWrite(text, isNamed ? names : [], one)];
      }),
    ),
  );
}

function constantWrite(text: SourceText, names: readonly string[], { op, location }: Instruction): RunFindingJson {
  const what = names.length > 0 ? `${names.join(" or ")}, which is constant memory` : "constant memory";
  const message = `The kernel writes ${what}: nvcc only warns, and the device ends the kernel there with cudaErrorLaunchFailure; this run goes on without the write. Copy to it with cudaMemcpyToSymbol, or declare it __device__.`;
  const { line, path } = placeOf(text, location, op === "store" ? "store" : "atomic");
  const seen = { block: null, thread: null, times: 1 };
  return { rule: "constant-write", severity: "error", message, line: line || null, ...(path && { path }), ...seen };
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
      return [kernel.name, { removed: [...removed.values()], findings: constantWrites(text, kernel, lowered) }];
    }),
  );
}
