/** Managed memory that the host fills and a kernel reads without a prefetch. Page: `docs/rules/missing-prefetch.md`. */

import type { HostCall } from "../facts/host";
import { constantOf } from "../facts/host/sizes";
import { enclosingFunctionIndex } from "../syntax/enclosing";
import { pattern } from "../syntax/text/patterns";
import { checked } from "./host/checkedCalls";
import { lineNumber } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { indentationAt } from "./text/offsets";

/** What migrates at a page fault at least. Reference: CUDA C++ Programming Guide, "Unified Memory Programming". */
const PAGE_BYTES = 64 * 1024;

/** Launches whose managed arguments the host has filled with no `cudaMemPrefetchAsync` between. */
export const missingPrefetch = problemRule(
  {
    id: "missing-prefetch",
    title: "Managed memory without a prefetch",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  ["host"],
  (context) => {
    const allocations = context.host.calls.filter(({ name }) => name === "cudaMallocManaged");
    if (!allocations.length) return [];
    return allocations.flatMap((call) => problemOf(call, context) ?? []);
  },
);

/** Characters of a size that a message of one line names. */
const LONGEST_SIZE = 30;

function problemOf(allocation: HostCall, context: RuleContext): Problem | undefined {
  const { host } = context;
  const name = /&\s*([A-Za-z_]\w*)$/.exec(allocation.argument("pointer")?.text ?? "")?.[1];
  const bytes = allocation.argument("bytes");
  const count = bytes && constantOf(host.size(bytes));
  if (!name || !bytes || (count !== undefined && count <= PAGE_BYTES)) return undefined;
  if (isAdvised(name, allocation, context)) return undefined;
  const launch = host.operations.find(
    (one) =>
      one.what === "launch" &&
      one.within === allocation.within &&
      one.start > allocation.end &&
      one.touches.some((touch) => touch.name === name),
  );
  const touch = launch?.touches.find((one) => one.name === name);
  if (!launch || !touch || !isFilled(name, allocation.end, launch.start, context)) return undefined;
  const isLong = count === undefined && bytes.text.length > LONGEST_SIZE;
  const pages =
    count === undefined
      ? `${isLong ? "The" : bytes.text} bytes`
      : `${(count + BigInt(PAGE_BYTES) - 1n) / BigInt(PAGE_BYTES)} pages of 64 KiB`;
  return {
    span: touch.argument,
    message: `${pages} of ${name}, which the host has filled, fault in this kernel. Prefetch them with cudaMemPrefetchAsync.`,
    certainty: "likely",
    related: [
      {
        span: { start: allocation.start, end: allocation.end },
        message: `Managed memory of line ${lineNumber(allocation.start, context)}${isLong ? `: ${bytes.text} bytes` : ""}`,
      },
    ],
    fixes: [prefetch(name, bytes.text, launch.start, context)].filter((one) => one !== undefined),
  };
}

/** Is the memory prefetched or advised in its function, or may another function do that? */
function isAdvised(name: string, { within }: HostCall, { outline, text }: RuleContext): boolean {
  return outline.calls.some((call) => {
    if (!/^cudaMem(?:Prefetch|Advise)/.test(call.callee)) return false;
    const [first] = call.arguments;
    if (call.within !== within) {
      const helper = call.within === undefined ? undefined : outline.functions[call.within]!.name;
      return outline.calls.some((one) => one.within === within && one.callee === helper);
    }
    return !first || pattern`\b${name}\b`.test(text.slice(first.start, first.end));
  });
}

/** Functions of the runtime, and of libraries whose results the device writes. */
const onDevice = /^(?:cuda|cublas|cufft|curand|cusparse|cusolver|cudnn|nccl|npp)|^(?:thrust|cub)::/;

/** Does the host write the memory between two places, itself or in a function of the file? */
function isFilled(name: string, from: number, to: number, { outline, text }: RuleContext): boolean {
  const within = enclosingFunctionIndex(outline, from);
  const isStored = (outline.assignments ?? []).some(
    (one) =>
      one.root === name &&
      one.start > from &&
      one.end < to &&
      /[[*]|->/.test(text.slice(one.target.start, one.target.end)),
  );
  return (
    isStored ||
    outline.calls.some(
      (call) =>
        call.within === within &&
        call.start > from &&
        call.end < to &&
        !onDevice.test(call.callee) &&
        call.arguments.some(({ start, end }) => text.slice(start, end).trim() === name),
    )
  );
}

function prefetch(name: string, bytes: string, at: number, context: RuleContext): Fix | undefined {
  const path = context.host.path({ start: at, end: at + 1 });
  const statement = path.at(-1);
  const around = path.at(-2);
  if (!statement || (around && around.kind !== "block")) return undefined;
  const call = `cudaMemPrefetchAsync(${name}, ${bytes}, 0)`;
  const newText = `${checked(call, context)};\n${indentationAt(context.text, statement.start)}`;
  return { title: `Insert ${call}`, edits: [{ start: statement.start, end: statement.start, newText }], safe: false };
}
