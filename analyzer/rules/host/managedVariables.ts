/** Uses of `__managed__` variables by the host, beside the launches whose kernels name the same variable. */
import type { DeviceSymbol, Operation } from "../../facts/host";
import { kernelOf } from "../../facts/host/kernels";
import { enclosingFunctionIndex } from "../../syntax/enclosing";
import type { LaunchOutline, Span } from "../../syntax/model";
import { pattern, patternWith } from "../../syntax/text/patterns";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext } from "../model";

/** A mention of a managed variable in host code. */
export interface ManagedUse extends Span {
  readonly name: string;
  readonly does: "reads" | "writes";
  readonly within: number;
}

const assigned = /(?:\s*\[[^\]]*\])*\s*(?:=(?!=)|[-+*/|&^]=|\+\+|--)/;

/** The values of managed variables that host functions read and write; an address that is taken is neither. */
export function managedUses(context: RuleContext): readonly ManagedUse[] {
  const { host, outline, text } = context;
  const code = codeOf(text);
  return host.symbols
    .filter(({ space }) => space === "managed")
    .flatMap(({ name, span }) =>
      [...code.matchAll(patternWith("g")`(?<![\w.&>])${name}\b(?!\s*[(:])`)].flatMap(({ index: start }) => {
        const within = enclosingFunctionIndex(outline, start);
        if (start <= span.end || within === undefined || outline.functions[within]!.isDevice) return [];
        if (/(?:&|\bsizeof\s*\()\s*$/.test(code.slice(Math.max(0, start - 12), start))) return [];
        const end = start + name.length;
        const does = pattern`^${assigned}`.test(code.slice(end, end + 80)) ? "writes" : "reads";
        return [{ name, does, within, start, end } as const];
      }),
    );
}

/** What the kernel of a launch does to a managed variable that its body names. */
export function kernelUse(
  { what, call }: Operation,
  name: DeviceSymbol["name"],
  { outline, text }: RuleContext,
): "reads" | "writes" | undefined {
  const body = what === "launch" ? kernelOf(call as LaunchOutline, outline)?.body : undefined;
  const code = body && codeOf(text).slice(body.start, body.end);
  if (!code || !pattern`\b${name}\b`.test(code)) return undefined;
  return pattern`&\s*${name}\b|\b${name}${assigned}|\batomic\w+\s*\(\s*${name}\b`.test(code) ? "writes" : "reads";
}
