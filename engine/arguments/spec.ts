/**
 * What a user writes for a kernel argument: `--arg n=128`, `--arg in=random:4096:7`, `--arg a.width=96`, `--arg out=@in`.
 */

import type { ArgumentSpec, FillPattern } from "../model/arguments";
import { UsageError } from "../model/errors";

const number = /^[+-]?(0x[0-9a-f]+|\d+|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf|nan)f?$/i;

/** Reads one SPEC; the error names the argument. */
export function parseSpec(name: string, text: string): ArgumentSpec {
  if (number.test(text)) return { kind: "number", text };
  if (text === "null") return { kind: "null" };
  if (text.startsWith("@")) return { kind: "same", name: text.slice(1) };
  if (text.startsWith("file:")) return { kind: "file", path: text.slice(5) };
  const [pattern, ...parts] = text.split(":");
  const count = Number(parts[0]);
  const isCount = /^\d+$/.test(parts[0] ?? "") && count > 0;
  if (isCount && parts.length === 1 && (pattern === "zeros" || pattern === "iota")) {
    return { kind: "buffer", fill: { kind: pattern }, count };
  }
  if (isCount && pattern === "random" && (parts.length === 1 || (parts.length === 2 && /^\d+$/.test(parts[1]!)))) {
    return { kind: "buffer", fill: { kind: "random", seed: Number(parts[1] ?? 1) }, count };
  }
  if (isCount && pattern === "const" && parts.length === 2 && number.test(parts[1]!)) {
    return { kind: "buffer", fill: { kind: "const", value: parts[1]! }, count };
  }
  const values = parts[1]?.split(",") ?? [];
  if (isCount && pattern === "cycle" && parts.length === 2 && values.every((value) => number.test(value))) {
    return { kind: "buffer", fill: { kind: "cycle", values }, count };
  }
  throw new UsageError(
    `--arg ${name}=${text}: write a number, zeros:N, iota:N, random:N[:SEED], const:N:V, cycle:N:V,V,…, file:PATH, null or @ARGUMENT.`,
  );
}

/** `NAME=SPEC` as given on a command line. A member of a structure is `NAME.MEMBER`. */
export function parseArgument(text: string): readonly [name: string, spec: ArgumentSpec] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--arg ${text}: write NAME=SPEC, such as --arg n=1024.`);
  const name = text.slice(0, at);
  return [name, parseSpec(name, text.slice(at + 1))];
}

/** A SPEC as a user would write it. */
export function formatSpec(spec: ArgumentSpec): string {
  switch (spec.kind) {
    case "number":
      return spec.text;
    case "null":
      return "null";
    case "same":
      return `@${spec.name}`;
    case "file":
      return `file:${spec.path}`;
    case "buffer": {
      return `${spec.fill.kind}:${spec.count}${tailOf(spec.fill)}`;
    }
  }
}

function tailOf(fill: FillPattern): string {
  switch (fill.kind) {
    case "random":
      return `:${fill.seed}`;
    case "const":
      return `:${fill.value}`;
    case "cycle":
      return `:${fill.values.join(",")}`;
    default:
      return "";
  }
}
