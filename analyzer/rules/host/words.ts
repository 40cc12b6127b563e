/** Pieces of messages about the host's memory. */
import type { HostMemory } from "../../facts/host";
import { lineIndex } from "../../syntax/text/lineIndex";
import type { Related, RuleContext } from "../model";

/** Line of an offset as people count. */
export const lineNumber = (at: number, { text }: Pick<RuleContext, "text">): number =>
  lineIndex(text).positionAt(at).line + 1;

/** `cudaHostAlloc, line 61`; a type that owns its memory needs no line. */
export function originWords({ what, allocation }: HostMemory, context: Pick<RuleContext, "text">): string {
  return allocation.span.end > allocation.span.start && /^\w+$/.test(what)
    ? `${what}, line ${lineNumber(allocation.span.start, context)}`
    : what;
}

/** Where memory comes from, as related information. */
export function originOf({ allocation }: HostMemory): readonly Related[] {
  return allocation.span.end > allocation.span.start
    ? [{ span: allocation.span, message: "The memory comes from here" }]
    : [];
}

/** On which side memory lies, for copies: managed memory is on both. */
export function sideOf(memory: HostMemory | undefined): "host" | "device" | undefined {
  switch (memory?.kind) {
    case "pageable":
    case "pinned":
      return "host";
    case "device":
      return "device";
    default:
      return undefined;
  }
}
