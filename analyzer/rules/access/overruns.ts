/**
 * Accesses whose addresses are known for every thread of a launch, and that reach past the end of what they index: memory
 * behind a pointer of a structure that is passed by value, memory that only the evaluated program knows, and shared arrays.
 */

import { deviceLayout } from "../../facts/forms/offsets";
import { written } from "../../facts/host";
import { constantOf, typeSize } from "../../facts/host/sizes";
import type { KernelFacts, LaunchBuffer, ReachFact } from "../../facts/model";
import { demangle } from "../../ir/demangle";
import { enclosingFunctionIndex } from "../../syntax/enclosing";
import type { ArrayOutline, LaunchOutline, Span } from "../../syntax/model";
import { usedAsElements } from "../host/elementCounts";
import { lineNumber } from "../host/words";
import type { RuleContext } from "../model";
import type { Problem } from "../model/problem";
import { bytes as byteWords } from "../text/words";

/** One access under one launch of the file, with the text of both. */
interface Reached {
  readonly facts: KernelFacts;
  readonly reach: ReachFact;
  readonly launch: LaunchOutline;
  readonly line: number;
  readonly span: Span;
  /** What is indexed, as it is written: `s`, `p.a`. */
  readonly name: string;
}

/**
 * The overruns of a file that the facts of its kernels prove, of members and of shared arrays.
 * @param isShort launches that are known to give too little shared memory
 */
export function overruns(context: RuleContext, isShort: (launch: LaunchOutline) => boolean): readonly Problem[] {
  return reachesIn(context).flatMap((one) => {
    const { variable, parameter } = one.reach;
    if (variable && isShort(one.launch)) return [];
    return (variable ? ofShared(one, context) : parameter === undefined ? undefined : ofMemory(one, context)) ?? [];
  });
}

function reachesIn(context: RuleContext): readonly Reached[] {
  const { outline, text } = context;
  return context.kernels.flatMap((facts) => {
    const name = demangle(facts.kernel.name).name;
    const factsOf = new Map(facts.accesses.map((one) => [one.access, one]));
    return facts.reaches.flatMap((reach): readonly Reached[] => {
      const { from, line, path, route } = reach.launch;
      if (from !== "site" || line === undefined || path !== undefined || route === "possible") return [];
      const launch = outline.launches.find(
        (one) => lineNumber(one.start, context) === line + 1 && one.kernel.split("::").at(-1) === name,
      );
      const fact = factsOf.get(reach.access);
      const span = launch && fact && context.accessSpan(fact);
      if (!launch || !span) return [];
      const indexed = /^([A-Za-z_]\w*(?:(?:\.|->)\w+)*)\s*\[/.exec(text.slice(span.start, span.end))?.[1];
      return indexed === undefined ? [] : [{ facts, reach, launch, line: line + 1, span, name: indexed }];
    });
  });
}

/** Shared arrays: static ones have the bytes of their type, dynamic ones what the launch gives. */
function ofShared({ reach, launch, line, span }: Reached, context: RuleContext): Problem | undefined {
  const { variable, from, to } = reach;
  const { valueType } = variable!;
  const { name } = demangle(variable!.name);
  const isDynamic = valueType.kind === "array" && valueType.length === 0;
  const given = isDynamic ? reach.launch.shared : deviceLayout.size(valueType);
  const array = sharedArray(name, span, context);
  const element = array && Number(constantOf(typeSize(array.type)) ?? 0n);
  if (!given || !element || !array || (from >= 0 && to <= given)) return undefined;
  const index = Math.floor(from < 0 ? from / element : (to - 1) / element);
  const has = Math.floor(given / element);
  const what = isDynamic
    ? `the launch in line ${line} gives ${byteWords(given)}, ${has} elements`
    : `it has ${has} elements (launch in line ${line})`;
  const where = from < 0 ? "before the beginning" : "past the end";
  return {
    span,
    message: `Element ${index} of ${name} is ${where}: ${what}.`,
    certainty: "proved",
    severity: "error",
    related: [
      { span: { start: array.start, end: array.end }, message: "The array is declared here" },
      { span: { start: launch.start, end: launch.end }, message: "It is launched here" },
    ],
  };
}

/** The declaration of a shared array: in the function around the access, else the last one of that name. */
function sharedArray(name: string, { start }: Span, { outline }: RuleContext): ArrayOutline | undefined {
  const within = enclosingFunctionIndex(outline, start);
  const named = outline.arrays.filter((one) => one.isShared && one.name === name);
  return named.find((one) => one.within === within && within !== undefined) ?? named.at(-1);
}

/** Memory behind a pointer: what the text says of its allocation, or what the evaluated program hands over. */
function ofMemory({ facts, reach, launch, line, span, name }: Reached, context: RuleContext): Problem | undefined {
  const { from, to, access } = reach;
  const given = textualBytes(name, reach, launch, facts, context);
  const extent = given === undefined ? evaluatedExtent(reach, launch, context) : { before: 0, after: given };
  if (!extent || (from >= -extent.before && to <= extent.after)) return undefined;
  const does = access.op === "load" ? "reads" : "writes";
  const far =
    to > extent.after
      ? `${byteWords(to - extent.after)} past the end`
      : `${byteWords(-extent.before - from)} before the beginning`;
  return {
    span,
    message: `The launch in line ${line} ${does} up to ${far} of ${name}, which has ${byteWords(extent.before + extent.after)}.`,
    certainty: "proved",
    severity: "error",
    related: [
      {
        span: { start: launch.start, end: launch.end },
        message: "It is launched here. Compare the index with the number of elements",
      },
    ],
  };
}

/** Of `p.a` where the parameter `p` is given a structure of the host: the bytes that its member was allocated with. */
function textualBytes(
  name: string,
  { parameter, member }: ReachFact,
  launch: LaunchOutline,
  { kernel }: KernelFacts,
  { host, outline, text }: RuleContext,
): number | undefined {
  const [root, ...path] = name.split(".");
  const own = demangle(kernel.name).name;
  const owner = outline.functions.find((one) => one.isKernel && one.name === own && one.body);
  const span = launch.arguments[parameter!];
  if (member === undefined || !path.length || !span || owner?.parameters[parameter!]?.name !== root) return undefined;
  const argument = written(span, text);
  if (!/^\w+$/.test(argument.text)) return undefined;
  const memory = host.memory({ ...argument, text: [argument.text, ...path].join(".") });
  if (!memory?.allocation.call || memory.allocation.isOneOfSeveral) return undefined;
  const bytes = host.calls.find((one) => one.call === memory.allocation.call)?.argument("bytes");
  const total = bytes && constantOf(host.size(bytes));
  return total === undefined ? undefined : Number(total);
}

/** What the program hands over: bytes of the allocation before and after where the pointer leads. */
function evaluatedExtent(
  { launch, parameter, member }: ReachFact,
  { arguments: passed }: LaunchOutline,
  context: RuleContext,
): { readonly before: number; readonly after: number } | undefined {
  const part = launch.given?.[parameter!]?.find((one) => one.offset === (member ?? 0))?.value;
  const buffer: LaunchBuffer | undefined = typeof part === "object" ? part : undefined;
  if (buffer?.bytes === undefined || buffer.offset === undefined) return undefined;
  const span = member === undefined ? passed[parameter!] : undefined;
  const call = span && context.host.memory(written(span, context.text))?.allocation.call;
  const allocated = call && context.host.calls.find((one) => one.call === call);
  const bytes = allocated?.argument("bytes");
  // Memory that was allocated without the factor `sizeof` is the finding of another rule.
  if (allocated && bytes && usedAsElements(allocated, bytes, context)) return undefined;
  return { before: buffer.offset, after: buffer.bytes - buffer.offset };
}
