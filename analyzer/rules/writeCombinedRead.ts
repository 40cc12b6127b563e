/** Host reads of write-combined memory, which no cache serves. Page: `docs/rules/write-combined-read.md`. */

import type { HostCall, Written } from "../facts/host";
import { unchangedVariable } from "../facts/host/declarations";
import { enclosingFunction } from "../syntax/enclosing";
import type { AccessOutline } from "../syntax/model";
import { lineNumber } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

const FLAG = "cudaHostAllocWriteCombined";

/** Host loops that read write-combined memory. */
export const writeCombinedRead = problemRule(
  {
    id: "write-combined-read",
    title: "Host read of write-combined memory",
    category: "performance",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "safe",
  },
  ["host"],
  (context) => {
    const combined = context.host.calls.filter(
      ({ api, argument }) => api.action === "allocate" && flagsText(argument("flags"), context).includes(FLAG),
    );
    if (!combined.length) return [];
    return (context.outline.accesses ?? []).flatMap((access) => readOf(access, combined, context) ?? []);
  },
);

/** The flags as written, or as the variable starts that is passed for them. */
function flagsText(flags: Written | undefined, { outline }: RuleContext): string {
  const variable = flags && /^\w+$/.test(flags.text) ? unchangedVariable(flags.text, flags.start, outline) : undefined;
  return variable?.initializer?.parts[0] ?? flags?.text ?? "";
}

function readOf(access: AccessOutline, combined: readonly HostCall[], context: RuleContext): Problem | undefined {
  const { outline, host, text } = context;
  if (!["subscript", "dereference"].includes(access.kind) || !["read", "update"].includes(access.use)) return undefined;
  const owner = enclosingFunction(outline, access.start);
  if (!owner || owner.isDevice) return undefined;
  if (/\b(?:sizeof|decltype)\s*\(\s*$/.test(text.slice(0, access.start))) return undefined;
  const memory = host.memory({ text: access.name, start: access.start, end: access.start + access.name.length });
  const allocation = combined.find(({ call }) => call === memory?.allocation.call);
  if (!allocation || memory?.kind !== "pinned") return undefined;
  return {
    span: { start: access.start, end: access.end },
    message: `${access.name} is write-combined memory (line ${lineNumber(allocation.start, context)}): host reads of it are not cached.`,
    certainty: "proved",
    related: [{ span: { start: allocation.start, end: allocation.end }, message: `Drop ${FLAG} where the host reads` }],
    fixes: withoutFlag(allocation),
  };
}

function withoutFlag(allocation: HostCall): readonly Fix[] {
  const flags = allocation.argument("flags")!;
  if (!flags.text.includes(FLAG)) return [];
  const others = flags.text
    .split("|")
    .map((one) => one.trim())
    .filter((one) => one !== FLAG);
  if (others.some((one) => one.includes(FLAG))) return [];
  const newText = others.join(" | ") || "cudaHostAllocDefault";
  return [{ title: `Drop ${FLAG}`, edits: [{ start: flags.start, end: flags.end, newText }], safe: true }];
}
