/** What a program names and no source file defines: refused before it runs, as a linker does. */
import { demangle } from "../../analyzer/ir/demangle";
import type { Func, GlobalVariable, Location, Value } from "../../analyzer/ir/model";
import { constantOperands, operands } from "../../analyzer/ir/uses";
import type { Reachable } from "./compile/reachable";
import { kernelOfStub, LinkError } from "./link";

/** Names of the C++ library and of the compiler's own: a missing one is reported when it is called. */
const LIBRARY = /^(?:_ZN?K?St|_ZNK?9__gnu_cxx|_Z(?:nw|na|dl|da)|_ZTH|_ZTW|_ZN10__cxxabiv1|_ZNK?10__cxxabiv1)/;

/** Variables that the C and C++ libraries bring: descriptions of types, handles of modules. */
const LIBRARY_VARIABLES =
  /^(?:_ZT[ISV]|_ZSt|_ZNSt|__dso_handle$|stdin$|stdout$|stderr$|opt(?:arg|ind|err|opt)$|environ$|llvm\.)/;

/** An undefined function with a C name may be one of the C library that we lack; that is reported when it is called. */
function isMissing({ name }: Func): boolean {
  return name.startsWith("_Z") && !LIBRARY.test(name);
}

function isMissingVariable(variable: GlobalVariable): boolean {
  return !variable.initializer && variable.linkage === "external" && !LIBRARY_VARIABLES.test(variable.name);
}

function leadsTo(value: Value, wanted: Value): boolean {
  if (value === wanted) return true;
  if (value.kind !== "expression" && value.kind !== "aggregate") return false;
  return constantOperands(value).some((one) => leadsTo(one, wanted));
}

/** The first place that names a symbol. */
function firstUse(functions: readonly Func[], wanted: Value): Location | undefined {
  for (const { blocks } of functions) {
    for (const { instructions } of blocks) {
      const found = instructions.find((one) => one.location && operands(one).some((value) => leadsTo(value, wanted)));
      if (found) return found.location;
    }
  }
  return undefined;
}

/** How a refusal for an undefined symbol begins, and ends. */
export const UNLINKED = "The program does not link: ";
/** See {@link UNLINKED}. */
export const UNDEFINED = "no source file defines it; name the file that does.";

/** A refusal with the place that needs what is missing. */
export class UndefinedSymbol extends LinkError {
  constructor(
    message: string,
    readonly location: Location | undefined,
  ) {
    super(message);
  }
}

/**
 * @throws UndefinedSymbol for the first symbol of the user's own without a definition. `isLibrary` says which functions the
 * simulated host has; `isDevice` which variables live on the device.
 */
export function refuseUndefined(
  { functions, declarations, globals }: Reachable,
  isLibrary: (name: string) => boolean,
  isDevice: (name: string) => boolean,
): void {
  const refuse = (what: string, verb: string, symbol: Value): never => {
    const message = `${UNLINKED}${what} is ${verb} and ${UNDEFINED}`;
    throw new UndefinedSymbol(message, firstUse(functions, symbol));
  };
  const missing = declarations.find((one) => isMissing(one) && !isLibrary(one.name));
  if (missing) {
    const kernel = kernelOfStub(missing.name);
    if (kernel !== missing.name) refuse(`the kernel ${demangle(kernel).display}`, "launched", missing);
    refuse(demangle(missing.name).display, "called", missing);
  }
  const variable = globals.find((one) => isMissingVariable(one) && !isDevice(one.name));
  if (variable) refuse(`the variable ${demangle(variable.name).display}`, "used", variable);
}
