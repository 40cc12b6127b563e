/** Sizes that are written in elements: which type a pointer has, which count a size names, and what uses memory with a count. */
import type { HostCall, Written } from "../../facts/host";
import { typeOf } from "../../facts/host/declarations";
import { constantOf, multipleOf, typeSize } from "../../facts/host/sizes";
import type { LaunchOutline, Span } from "../../syntax/model";
import { variablesAt } from "../../syntax/names";
import { pattern } from "../../syntax/text/patterns";
import type { RuleContext } from "../model";

/** The element that an expression points to, by the declared type of its variable. */
export function elementOf(argument: Written, { outline }: RuleContext): { type: string; bytes: bigint } | undefined {
  const path = /^(?:\([^()]*\)\s*)?&?\s*([A-Za-z_]\w*(?:(?:\.|->)\w+)*)/.exec(argument.text)?.[1];
  const type = path === undefined ? undefined : typeOfPath(path, argument.start, outline);
  const element = type === undefined || !/\*\s*$/.test(type) ? undefined : type.replace(/\*\s*$/, "").trim();
  const bytes = element === undefined ? undefined : constantOf(typeSize(element));
  return bytes === undefined ? undefined : { type: element!.replace(/\bconst\b/g, "").trim(), bytes };
}

/** The declared type of a variable, or of the member that a path of one step names. */
function typeOfPath(path: string, at: number, outline: RuleContext["outline"]): string | undefined {
  const [root, member, ...deeper] = path.split(/\.|->/);
  const type = typeOf(root!, at, outline);
  if (member === undefined) return type;
  const owner = type?.replace(/\b(?:const|struct)\b|[*&\s]/g, "");
  const structure = deeper.length ? undefined : outline.structures?.find(({ name }) => name === owner);
  return structure?.members.find(({ name }) => name === member)?.type;
}

/** `N` of `N * sizeof(float)`, in the text of a size or of what its variable starts with. */
export function countText(bytes: string, at: number, { outline }: RuleContext): string | undefined {
  const [variable] = /^\w+$/.test(bytes) ? variablesAt(outline, bytes, at) : [];
  const text = variable?.initializer?.parts.length === 1 ? variable.initializer.parts[0]! : bytes;
  const factors = text
    .split(/\*(?![^()]*\))/)
    .map((one) => one.trim())
    .filter((one) => !/^sizeof\b/.test(one));
  return /\bsizeof\b/.test(text) && !/[+-]/.test(text) ? plain(factors.join("*")) : undefined;
}

/** An expression without white space and parentheses. */
export const plain = (text: string): string => text.replace(/[\s()]+/g, "");

/** Memory that is allocated as `N` bytes and used with N elements. */
export interface UsedAsElements {
  readonly name: string;
  /** The type of an element. */
  readonly element: string;
  readonly use: Span;
  /** A copy of that many elements shows it; otherwise a launch that is given the count, or computed from it. */
  readonly isSure: boolean;
}

/** Whether an allocation lacks the factor `sizeof`, by what its memory is used with. */
export function usedAsElements(call: HostCall, bytes: Written, context: RuleContext): UsedAsElements | undefined {
  const pointer = call.argument("pointer");
  const name = pointer && /&\s*(\w+)$/.exec(pointer.text)?.[1];
  const size = context.host.size(bytes);
  const element = name === undefined ? undefined : elementOf({ ...pointer!, text: name }, context);
  if (!name || !size || !element || element.bytes === 1n || /\bsizeof\b/.test(bytes.text)) return undefined;
  const isUsedBy = ({ text }: Written): boolean => pattern`^(?:\([^()]*\)\s*)?${name}$`.test(text);
  const copy = context.host.calls.find((one) => {
    const copied = one.argument("bytes");
    const isOurs = (["destination", "source"] as const).some((role) => {
      const argument = one.argument(role);
      return argument && isUsedBy(argument);
    });
    const total =
      one.within === call.within && isOurs && one.start > call.start && copied ? context.host.size(copied) : undefined;
    return (
      total &&
      multipleOf(size, total) === element.bytes &&
      countText(copied!.text, one.start, context) === plain(bytes.text)
    );
  });
  const isCount = /^[A-Za-z_][\w.]*$/.test(bytes.text) && (constantOf(size) ?? 2n) > 1n;
  const launch =
    copy || !isCount
      ? undefined
      : context.outline.launches.find((one) => {
          if (one.within !== call.within || one.start < call.start) return false;
          const given = one.arguments.map(({ start, end }) => context.text.slice(start, end).trim());
          const isGiven = given.some((text) => isUsedBy({ text, start: one.start, end: one.start }));
          return (
            isGiven &&
            (given.some((text) => text === bytes.text && text !== name) || isComputedFrom(one, bytes.text, context))
          );
        });
  const use = copy ?? launch;
  return use && { name, element: element.type, use: { start: use.start, end: use.end }, isSure: copy !== undefined };
}

/** `<<<(N + 255) / 256, 256>>>`: is a thread launched for each of N, in the launch or in the variable that it names? */
function isComputedFrom({ configuration }: LaunchOutline, count: string, { text, outline }: RuleContext): boolean {
  // A name of bytes may well be divided by the bytes of an element.
  if (/byte|size|len/i.test(count)) return false;
  const rounded = pattern`(?:^|[(,=])\s*${count}\s*(?:[+/]|-\s*1\b|,)|\+\s*${count}\s*\)\s*/`;
  return configuration.slice(0, 2).some((span) => {
    const own = text.slice(span.start, span.end).trim();
    const [variable] = /^\w+$/.test(own) ? variablesAt(outline, own, span.start) : [];
    return [own, ...(variable?.initializer?.parts ?? [])].some((one) => one !== count && rounded.test(one));
  });
}
