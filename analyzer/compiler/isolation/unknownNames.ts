/**
 * Names that nothing declares, as the headers that would are not there: what each is, by how it is used. Declaring it keeps
 * what names it.
 */
import type { Outline } from "../../syntax/model";
import { pattern } from "../../syntax/text/patterns";
import type { Diagnostic } from "./diagnostics";
import type { Isolation, Subject, Unknown } from "./model";

const unknown = /^(?:unknown type name|use of undeclared identifier|no (?:type|template) named) '(\w+)'/;

function isDeclared(outline: Outline, name: string): boolean {
  const { functions, macros, arrays, variables = [], structures = [] } = outline;
  return [functions, macros, arrays, variables, structures].some((some) => some.some((one) => one.name === name));
}

const macroName = /^[A-Z][A-Z0-9_]+$/;

/**
 * Whether a text has a name before the type of a function: `NAME float f(`, `inline NAME Ray at(`. A type may be followed by
 * specifiers, by one name, and by another macro.
 */
function isAttribute(text: string, name: string): boolean {
  const specifiers = /(?:(?:inline|static|constexpr|explicit|virtual|friend|__\w+__)\s+)*/;
  const other = /(?!(?:const|volatile|operator|__\w+|[A-Z][A-Z0-9_]+)\b)[A-Za-z_][\w:]*/;
  const use = pattern`\b${name}\s+${specifiers}${other}(?:<[^;{}()]*>)?[\s*&]+${other}\s*\(`;
  return macroName.test(name) && use.test(text);
}

/** The name that an error calls unknown, where declaring it may help, and as what. */
export function unknownName(
  { text, outline }: Subject,
  error: Diagnostic,
  offset: number,
): readonly [string, Unknown] | undefined {
  const name = unknown.exec(error.message)?.[1];
  if (!name || text.slice(offset, offset + name.length) !== name) return undefined;
  const after = text.slice(offset + name.length, offset + name.length + 40);
  // What the file declares itself is no type: part of a body is outside of it, after an extra brace.
  if (/^\s*(::|\(|<<<)/.test(after) || isDeclared(outline, name)) return undefined;
  if (isAttribute(text, name)) return [name, "attribute"];
  return [name, /^\s*</.test(after) ? "template" : "type"];
}

/** A macro for functions of the device says so in its name: `C10_HOST_DEVICE`, `EIGEN_DEVICE_FUNC`, `HD`. */
const ofDevice = /DEVICE|CUDA|GPU|KERNEL|(?:^|_)HD(?:_|$)/;

/** Integers of the standard, whose header another one would have included. */
const ofStandard = /^u?int(?:(?:_least|_fast)?(?:8|16|32|64)|ptr|max)_t$/;

const declaration: Readonly<Record<Unknown, (name: string) => string>> = {
  type: (name) => (ofStandard.test(name) ? "#include <stdint.h>\n" : `struct ${name};\n`),
  template: (name) => `template <class...> struct ${name};\n`,
  attribute: (name) => `#define ${name}${ofDevice.test(name) ? " __host__ __device__" : ""}\n`,
};

/** The header that the declarations stand in. */
export const DECLARATIONS = "warplens-opaque.h";

const twice = /^(?:redefinition of|definition of type) '(\w+)'/;

/** The name that an error calls declared twice, once by us or perhaps so. */
export function declaredTwice({ file, message }: Diagnostic, known: Isolation["opaque"]): string | undefined {
  const name = twice.exec(message)?.[1];
  return name !== undefined && (file === DECLARATIONS || known.get(name) !== undefined) ? name : undefined;
}

/**
 * The text that declares the unknown names of all files: nothing where one of them has a declaration, and attributes where
 * one of them uses it so.
 */
export function declarationsOf(isolations: readonly Isolation[]): string {
  const kinds = new Map<string, Set<Unknown | undefined>>();
  for (const [name, kind] of isolations.flatMap((one) => [...one.opaque]))
    kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
  return [...kinds]
    .filter(([, all]) => !all.has(undefined))
    .map(([name, all]) => declaration[all.has("attribute") ? "attribute" : [...all].at(-1)!](name))
    .join("");
}
