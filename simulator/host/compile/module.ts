/** The host module as WebAssembly: what `main` and the static constructors can reach, with the library's functions imported. */
import type { Constant, Func, GlobalVariable, Location } from "../../../analyzer/ir/model";
import { constantOperands } from "../../../analyzer/ir/uses";
import { UnsupportedType } from "../../plan/types";
import { ModuleBuilder, type Signature } from "../../wasm/encoder";
import { FunctionBuilder } from "../../wasm/function";
import { Op } from "../../wasm/opcodes";
import { HostWindow, hostAddress } from "../model/addresses";
import { type HelperName, helpers, type ModuleContext, signatureOf } from "./context";
import { compileFunction, type Unsupported } from "./function";
import type { Reachable } from "./reachable";
import { waitingOf } from "./waiting";

/** A host module that can be instantiated. */
export interface CompiledHost {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Functions whose address the program may take, by table index; each is exported under `t<index>`. */
  readonly table: readonly Func[];
  /** Library functions that are imported, under their own names. */
  readonly imports: readonly string[];
  /** What `unsupported` is called with. */
  readonly unsupported: readonly string[];
  /** What location ids stand for. */
  readonly locations: readonly (Location | undefined)[];
  /** Static constructors in the order in which they run; exported under their names, as `main` is. */
  readonly constructors: readonly Func[];
  /** Functions that run behind everything else when the program ends by itself; exported like constructors. */
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

/** Compiles what is reachable. `globals` says where variables lie; `isLibrary` says which declarations are implemented. */
export function compileHost(
  found: Reachable,
  globals: ReadonlyMap<GlobalVariable, bigint>,
  isLibrary: (name: string) => boolean,
): CompiledHost {
  const builder = new ModuleBuilder();
  builder.importTable("table");
  const stackPointer = builder.importGlobal("stackPointer");
  const stackLimit = builder.importGlobal("stackLimit");
  const fuel = builder.importGlobal("fuel");
  const [state, records] = [builder.importGlobal("stackState"), builder.importGlobal("stackRecords")];
  const waiting = waitingOf(found);
  const helperIndex = helperIndices(builder);
  const imported = found.declarations.filter((one) => isLibrary(one.name));
  const indices = new Map<Func, number>(
    imported.map((one) => [one, builder.import(one.name, signatureOf(one.signature))]),
  );
  const firstDefined = helperIndex.size + new Set(imported.map((one) => one.name)).size;
  for (const [i, one] of found.functions.entries()) indices.set(one, firstDefined + i);

  const table: Func[] = [];
  const tableIndices = new Map<Func, number>();
  const locations: (Location | undefined)[] = [undefined];
  const locationIds = new Map<Location, number>();
  const unsupported: Unsupported = { names: [] };

  const context: ModuleContext = {
    stackPointer,
    stackLimit,
    fuel,
    ...(waiting && { suspension: { state, records, ...waiting } }),
    addressOf: (constant) => {
      if (constant.kind === "global") return globals.get(constant) ?? 0n;
      return functionAddress(constant);
    },
    functionIndex: (callee) => indices.get(callee),
    isLibrary: (callee) => callee.blocks.length === 0,
    typeIndex: (signature) => builder.typeOf(signature),
    locationId(location) {
      if (!location) return 0;
      const known = locationIds.get(location);
      if (known !== undefined) return known;
      locationIds.set(location, locations.push(location) - 1);
      return locations.length - 1;
    },
    helper: (name) => helperIndex.get(name)!,
  };

  /** Index 0 stays empty, so that no function has the address of a null pointer's lower half. */
  function functionAddress(callee: Func): bigint {
    let index = tableIndices.get(callee);
    if (index === undefined) {
      index = table.push(callee);
      tableIndices.set(callee, index);
    }
    return hostAddress(HostWindow.function, index);
  }

  for (const variable of found.globals) if (variable.initializer) takeAddresses(variable.initializer, functionAddress);
  const compiled = found.functions.map((one) => {
    try {
      return compileFunction(one, context, unsupported);
    } catch (error) {
      if (!(error instanceof UnsupportedType)) throw error;
      return stopping(one, error.message, context, unsupported);
    }
  });
  const exported = new Set<Func>([
    ...found.constructors,
    ...found.destructors,
    ...found.functions.filter((one) => one.name === "main"),
  ]);
  compiled.forEach((one, i) => {
    const source = found.functions[i]!;
    one.defineIn(builder, exported.has(source) ? source.name : undefined);
  });
  table.forEach((callee, i) => {
    const index = indices.get(callee);
    if (index === undefined) return;
    thunk(callee, index).defineIn(builder, `t${i + 1}`);
  });
  return {
    bytes: builder.build(),
    table,
    imports: [...new Set(imported.map((one) => one.name))],
    unsupported: unsupported.names,
    locations,
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

function hasUnsupported({ signature }: Func): boolean {
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
