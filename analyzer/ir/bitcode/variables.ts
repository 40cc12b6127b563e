/**
 * Variables of the source by their debug information: what they are called, what type they have, how their bits are read.
 *
 * Reference: DWARF 5, tables 7.3 (tags) and 7.11 (encodings); LLVM, `DebugInfoMetadata.h` for the records.
 */

import type { Encoding, SourceVariable } from "../model";
import type { MetadataTable } from "./metadata";
import { MetadataCode as Code } from "./records";

const Tag = {
  enumeration: 0x04,
  pointer: 0x0f,
  reference: 0x10,
  typedef: 0x16,
  const: 0x26,
  volatile: 0x35,
  restrict: 0x37,
  rvalueReference: 0x42,
} as const;

const encodings: Readonly<Record<number, Encoding>> = {
  2: "boolean",
  4: "float",
  5: "signed",
  6: "signed",
  7: "unsigned",
  8: "unsigned",
  16: "unsigned",
};

/** Written after what they point to. */
const suffixes: Readonly<Record<number, string>> = {
  [Tag.pointer]: "*",
  [Tag.reference]: "&",
  [Tag.rvalueReference]: "&&",
};
/** Written before what they qualify. */
const before: Readonly<Record<number, string>> = { [Tag.const]: "const ", [Tag.volatile]: "volatile " };

/** No type of a program nests deeper. */
const MAX_DEPTH = 32;

interface TypeName {
  readonly name: string;
  /** Undefined for a structure, an array or what is not known. */
  readonly encoding: Encoding | undefined;
}

function typeOf(metadata: MetadataTable, idPlusOne: number, depth = 0): TypeName {
  const node = metadata.node(idPlusOne - 1);
  // Without a type, a pointer points to nothing in particular.
  if (!node || depth > MAX_DEPTH) return { name: "void", encoding: undefined };
  const [, tag = 0, nameId] = node.operands;
  const name = metadata.text(nameId);
  if (node.code === Code.basicType) return { name, encoding: encodings[node.operands[5] ?? 0] };
  const base = () => typeOf(metadata, node.operands[6] ?? 0, depth + 1);
  if (node.code === Code.compositeType) {
    return { name: name || "structure", encoding: tag === Tag.enumeration ? (base().encoding ?? "signed") : undefined };
  }
  if (node.code !== Code.derivedType) return { name: name || "function", encoding: undefined };
  const inner = base();
  if (suffixes[tag]) return { name: `${inner.name}${suffixes[tag]}`, encoding: "address" };
  if (before[tag]) {
    // A pointer that does not change reads from right to left.
    const qualified = inner.name.endsWith("*") ? `${inner.name} ${before[tag].trim()}` : `${before[tag]}${inner.name}`;
    return { name: qualified, encoding: inner.encoding };
  }
  return { name: tag === Tag.typedef ? name : inner.name, encoding: inner.encoding };
}

/** A declared variable, if it is one number or one pointer. */
export function declarationOf(
  metadata: MetadataTable,
  id: number,
): Pick<SourceVariable, "name" | "type" | "encoding"> | undefined {
  const node = metadata.node(id);
  if (node?.code !== Code.localVariable) return undefined;
  const name = metadata.text(node.operands[2]);
  const { name: type, encoding } = typeOf(metadata, node.operands[5] ?? 0);
  return name && encoding ? { name, type, encoding } : undefined;
}
