/** The host module as WebAssembly: what `main` and the static constructors can reach, with the library's functions imported. */

import { demangle } from "../../../analyzer/ir/demangle";
import type { Constant, Func, GlobalVariable, Location, Value } from "../../../analyzer/ir/model";
import { constantOperands } from "../../../analyzer/ir/uses";
import { UnsupportedType } from "../../plan/types";
import { ModuleBuilder, type Signature } from "../../wasm/encoder";
import { FunctionBuilder } from "../../wasm/function";
import { Op, Type } from "../../wasm/opcodes";
import { HostWindow, hostAddress } from "../model/addresses";
import { type HelperName, helpers, type ModuleContext, signatureOf } from "./context";
import { missedPage } from "./farPages";
import { compileFunction, type Unsupported } from "./function";
import { optimisedFirst } from "./optimisedFirst";
import type { Reachable } from "./reachable";
import { waitingOf } from "./waiting";

/** The host module as WebAssembly, with what its numbers stand for. */
export interface CompiledHost {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Functions whose address the program may take, by table index; each is exported under `t<index>`. */
  readonly table: readonly Func[];
  /** Library functions that are imported, under their own names. */
  readonly imports: readonly string[];
  /** Imports that call a function by the number of its name, which is their last argument. */
  readonly namedImports: readonly string[];
  /** What `unsupported` is called with. */
  readonly unsupported: readonly string[];
  /** A function of the program by its index in the module, as traces of the stack name it. */
  functionAt(index: number): Func | undefined;
  /** What location ids stand for. */
  readonly locations: readonly (Location | undefined)[];
  /** Static constructors in the order in which they run; exported under their names, as `main` is. */
  readonly constructors: readonly Func[];
  /** Functions that run after everything else when the program ends by itself; exported like constructors. */
  readonly destructors: readonly Func[];
}

function helperIndices(builder: ModuleBuilder): Map<HelperName, number> {
  return new Map(
    (Object.keys(helpers) as HelperName[]).map((name) => [name, builder.import(`machine.${name}`, helpers[name])]),
  );
}

/** A function around an import, so that its address can be taken. */
function thunk(callee: Func, index: number): FunctionBuilder {
  const builder = new FunctionBuilder(signatureOf(callee.signature));
  for (const i of builder.signature.parameters.keys()) builder.code.get(i);
  builder.code.call(index);
  return builder;
}

/** Locations by the number that generated code passes; 0 is an unknown one. */
class LocationTable {
  readonly all: (Location | undefined)[] = [undefined];
  readonly #ids = new Map<Location, number>();

  idOf(location: Location | undefined): number {
    if (!location) return 0;
    const known = this.#ids.get(location);
    if (known !== undefined) return known;
    this.#ids.set(location, this.all.push(location) - 1);
    return this.all.length - 1;
  }
}

/** Functions whose address the program may take. Index 0 stays empty: it is the lower half of a null pointer. */
class FunctionTable {
  readonly all: Func[] = [];
  readonly #indices = new Map<Func, number>();

  addressOf(callee: Func): bigint {
    let index = this.#indices.get(callee);
    if (index === undefined) {
      index = this.all.push(callee);
      this.#indices.set(callee, index);
    }
    return hostAddress(HostWindow.function, index);
  }
}

/** Functions of the library that give others by their names. */
const FINDERS: ReadonlySet<string> = new Set([
  ...["dlsym", "cuGetProcAddress", "cudaGetDriverEntryPoint", "cudaGetDriverEntryPointByVersion"],
]);

const isPointer = ({ kind }: Value): boolean => kind !== "function" && kind !== "asm";

/** Imports for calls of functions that a program finds by their names, one for each signature of a call through a pointer. */
function importNamed(builder: ModuleBuilder, { functions, declarations }: Reachable): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!declarations.some((one) => FINDERS.has(one.name))) return found;
  for (const { blocks } of functions) {
    for (const one of blocks.flatMap((block) => block.instructions)) {
      if ((one.op !== "call" && one.op !== "invoke") || !isPointer(one.callee) || hasUnsupported(one)) continue;
      const { parameters, results } = signatureOf(one.signature);
      const key = JSON.stringify([parameters, results]);
      if (found.has(key)) continue;
      found.set(key, builder.import(`named.${key}`, { parameters: [...parameters, Type.i32], results }));
    }
  }
  return found;
}

/** Imports of the module, and the indices of all its functions: imported ones come first. */
function importFunctions(builder: ModuleBuilder, found: Reachable, isLibrary: (name: string) => boolean) {
  const helperIndex = helperIndices(builder);
  const imported = found.declarations.filter((one) => isLibrary(one.name));
  const indices = new Map<Func, number>(
    imported.map((one) => [one, builder.import(one.name, signatureOf(one.signature))]),
  );
  const names = [...new Set(imported.map((one) => one.name))];
  const named = importNamed(builder, found);
  const first = helperIndex.size + names.length + named.size;
  for (const [i, one] of found.functions.entries()) indices.set(one, first + i);
  return { helperIndex, indices, names, named, first };
}

const tooLarge = ({ name }: Func): string => `functions as large as ${demangle(name).name}: divide it into several`;

/** A function compiled; one whose values the machine does not have stops the run when it is called. */
function compileOrStop(func: Func, context: ModuleContext, unsupported: Unsupported): FunctionBuilder {
  try {
    const compiled = compileFunction(func, context, unsupported);
    return compiled.isTooLarge ? stopping(func, tooLarge(func), context, unsupported) : compiled;
  } catch (error) {
    // Blocks that dominate each other in long chains nest as deep while they are written.
    if (error instanceof RangeError) return stopping(func, tooLarge(func), context, unsupported);
    if (!(error instanceof UnsupportedType)) throw error;
    return stopping(func, error.message, context, unsupported);
  }
}

/** Where variables of the program lie, and which declarations the library implements. */
export interface HostEnvironment {
  readonly globals: ReadonlyMap<GlobalVariable, bigint>;
  isLibrary(name: string): boolean;
}

/** Compiles what is reachable. */
export function compileHost(found: Reachable, { globals, isLibrary }: HostEnvironment): CompiledHost {
  const builder = new ModuleBuilder();
  builder.importTable("table");
  const [stackPointer, stackLimit, fuel, further, published, state, records] = [
    ...(["stackPointer", "stackLimit", "fuel", "further", "published", "stackState", "stackRecords"] as const),
  ].map((name) => builder.importGlobal(name)) as [number, number, number, number, number, number, number];
  const waiting = waitingOf(found);
  const { helperIndex, indices, names, named, first } = importFunctions(builder, found, isLibrary);
  const table = new FunctionTable();
  const locations = new LocationTable();
  const unsupported: Unsupported = { names: [] };
  const context: ModuleContext = {
    stackPointer,
    stackLimit,
    fuel,
    further,
    published,
    missedPage: first + found.functions.length,
    ...(waiting && { suspension: { state, records, ...waiting } }),
    addressOf: (constant) => (constant.kind === "global" ? (globals.get(constant) ?? 0n) : table.addressOf(constant)),
    functionIndex: (callee) => indices.get(callee),
    isLibrary: (callee) => callee.blocks.length === 0,
    typeIndex: (signature) => builder.typeOf(signature),
    locationId: (location) => locations.idOf(location),
    helper: (name) => helperIndex.get(name)!,
    ...(named.size > 0 && {
      named: ({ parameters, results }) => named.get(JSON.stringify([parameters, results]))!,
    }),
  };
  for (const { initializer } of found.globals)
    if (initializer) takeAddresses(initializer, (one) => table.addressOf(one));
  const compiled = new Map(found.functions.map((one) => [one, compileOrStop(one, context, unsupported)]));
  const exported = new Set<Func>([
    ...found.constructors,
    ...found.destructors,
    ...found.functions.filter((one) => one.name === "main"),
  ]);
  for (const [source, one] of compiled) one.defineIn(builder, exported.has(source) ? source.name : undefined);
  missedPage(context).defineIn(builder);
  table.all.forEach((callee, i) => {
    const index = indices.get(callee);
    if (index !== undefined) thunk(callee, index).defineIn(builder, `t${i + 1}`);
  });
  return {
    bytes: builder.build(new Set([...optimisedFirst(compiled)].map((one) => indices.get(one)!))),
    table: table.all,
    imports: names,
    namedImports: [...named.keys()].map((key) => `named.${key}`),
    unsupported: unsupported.names,
    functionAt: (index) => found.functions[index - first],
    locations: locations.all,
    constructors: found.constructors,
    destructors: found.destructors,
  };
}

/** What stands for a function with values that the machine does not have: it stops the run, with their name, when it is called. */
function stopping(func: Func, what: string, context: ModuleContext, { names }: Unsupported): FunctionBuilder {
  const builder = new FunctionBuilder(hasUnsupported(func) ? noValues : signatureOf(func.signature));
  const place = func.blocks[0]?.instructions.find((one) => one.location)?.location ?? func.location;
  builder.code.i32(names.push(what) - 1).i32(context.locationId(place));
  builder.code.call(context.helper("unsupported")).op(Op.unreachable);
  return builder;
}

/** Callers of such a function hold such a value, so they stop before they call it. */
const noValues: Signature = { parameters: [], results: [] };

function hasUnsupported({ signature }: Pick<Func, "signature">): boolean {
  try {
    signatureOf(signature);
    return false;
  } catch (error) {
    if (error instanceof UnsupportedType) return true;
    throw error;
  }
}

function takeAddresses(constant: Constant, take: (callee: Func) => bigint): void {
  if (constant.kind === "function") take(constant);
  // A variable's own initialiser is walked where the variable is.
  else if (constant.kind !== "global") for (const one of constantOperands(constant)) takeAddresses(one, take);
}
