/**
 * Operations that the host issues and that run after the call returns: which memory each reads and writes, and in which
 * stream; and the calls after which all of them are done.
 */
import type { CallOutline, LaunchOutline, Outline } from "../../syntax/model";
import { ofText } from "../../syntax/text/ofText";
import { pattern } from "../../syntax/text/patterns";
import { kernelOf, useOf } from "./kernels";
import { rootOf } from "./memory";
import { type HostCall, type HostFacts, type Operation, type Touched, type Written, written } from "./model";
import { streamNamed } from "./streams";

const touched = (argument: Written | undefined, use: Touched["use"]): readonly Touched[] => {
  const name = argument && rootOf(argument.text);
  return argument && name ? [{ name, argument, use }] : [];
};

/** All operations of host functions, in the order of the text. */
export function operationsOf(calls: readonly HostCall[], outline: Outline, text: string): readonly Operation[] {
  const issued = calls.flatMap((call) => operationOf(call, outline) ?? []);
  const launches = launchesInHost(outline).map((launch) => launchOperation(launch, outline, text));
  return [...issued, ...launches].sort((a, b) => a.start - b.start);
}

/** Launches of host functions, in the order of the text. */
export const launchesInHost = ({ launches, functions }: Outline): readonly LaunchOutline[] =>
  launches
    .filter(({ within }) => within === undefined || !functions[within]!.isDevice)
    .sort((a, b) => a.start - b.start);

function operationOf(one: HostCall, outline: Outline): Operation | undefined {
  const { api, call, within, start, end, argument } = one;
  const { action } = api;
  if (action !== "copy" && action !== "fill" && action !== "prefetch") return undefined;
  return {
    what: action,
    call,
    within,
    start,
    end,
    stream: streamNamed(argument("stream")?.text, outline),
    isAsynchronous: api.isAsynchronous === true,
    touches: [
      ...touched(argument("destination"), "writes"),
      ...touched(argument("source"), "reads"),
      ...(action === "prefetch" ? touched(argument("pointer"), "reads") : []),
    ],
  };
}

function launchOperation(launch: LaunchOutline, outline: Outline, text: string): Operation {
  const kernel = kernelOf(launch, outline);
  const stream = launch.configuration[3];
  return {
    what: "launch",
    call: launch,
    within: launch.within,
    start: launch.start,
    end: launch.end,
    stream: streamNamed(stream && text.slice(stream.start, stream.end), outline),
    isAsynchronous: true,
    touches: launch.arguments.flatMap((span, index) => {
      const argument = written(span, text);
      if (kernel && !/[*]/.test(kernel.parameters[index]?.type ?? "*")) return [];
      return touched(argument, kernel ? useOf(kernel, index, text) : "unknown");
    }),
  };
}

/** Functions that neither wait for the device nor call something that might. */
const harmless =
  /^(?:std::)?(?:[fs]?n?printf|puts|putchar|malloc|calloc|realloc|free|mem(?:set|cpy|move|cmp)|f(?:open|close|read|write|flush|gets|scanf)|s?scanf|s?rand|ato[ifl]|strto\w+|exit|abort|assert|abs|fabsf?|sqrtf?|powf?|sinf?|cosf?|expf?|logf?|max|min|swap|move|fill|fill_n|copy|copy_n|iota|generate|generate_n|accumulate|time|clock|str\w+|isdigit|to_string|string|vector|getenv|dim3|make_\w+|chrono::\w+|\w*_clock::now|chrono::\w+::now|\w+\.(?:data|size|begin|end|push_back|resize|empty|c_str|get|count|time_since_epoch)|static_cast|reinterpret_cast|sizeof)$/;

/** Does a call wait for everything that was issued, or might it, as far as the text shows? */
export function mayWait(
  call: CallOutline,
  host: HostFacts,
  outline: Outline,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const name = call.callee;
  const known = host.calls.find((one) => one.call === call);
  if (known) return waits(known);
  // What the table does not know of the runtime and of its libraries may wait.
  if (/^cu[A-Z]/.test(name)) return true;
  if (/^cuda[A-Z]/.test(name)) return !returnsAtOnce.test(name);
  if (harmless.test(name) || seen.has(name)) return false;
  const macro = outline.macros.findLast((one) => one.name === name);
  if (macro) return /Synchron|cudaMemcpy\s*\(|Query|sync/i.test(macro.body);
  const plain = name.split(/::|\.|->/).at(-1)!;
  const functions = outline.functions.flatMap((one, index) => (one.name === plain && one.body ? [index] : []));
  if (!functions.length) return true;
  return outline.calls.some(
    (inner) =>
      inner.within !== undefined &&
      functions.includes(inner.within) &&
      mayWait(inner, host, outline, new Set([...seen, name])),
  );
}

/** Thrust's vectors as they are declared. Copies between them, and elements of the device's, wait, and are no calls in the text. */
const VECTOR = /\b(?:device|host|universal)_vector\s*<[^;{}()]*>[\s&]*(\w+)/g;

const vectorsIn = ofText((code) => [...code.matchAll(VECTOR)].map(([, name]) => name!));

/** Does code between two offsets name one of Thrust's vectors, by which the host may wait? */
export function mayWaitForVector(code: string, from: number, to: number): boolean {
  const names = vectorsIn(code);
  return names.length > 0 && pattern`\b${names}\b`.test(code.slice(from, to));
}

function waits({ api, name }: HostCall): boolean {
  switch (api.action) {
    case "synchronize":
      return true;
    case "copy":
    case "fill":
      return !api.isAsynchronous;
    case "free":
      return name === "cudaFree" || name === "cudaFreeHost";
    case "allocate":
      return /^cuda(?:Malloc|MallocPitch|MallocManaged|HostAlloc|MallocHost|Malloc3D)$/.test(name);
    default:
      return false;
  }
}

/** Functions of the runtime that never wait for the device. */
const returnsAtOnce =
  /^cuda(?:GetLastError|PeekAtLastError|GetErrorString|GetErrorName|GetDevice\w*|SetDevice|DeviceGet\w+|Func\w+|Occupancy\w+|PointerGetAttributes|HostGetDevicePointer|HostGetFlags|MemAdvise|EventElapsedTime|Stream(?:Get\w+|IsCapturing|Set\w+|Create\w*|Destroy)|Event(?:Create\w*|Record\w*|Destroy)|MemGetInfo|DriverGetVersion|RuntimeGetVersion|SetDeviceFlags|DeviceSetLimit|DeviceSetCacheConfig|Create\w+Object|LaunchHostFunc|Memcpy\w+Async|Memset\w*Async|GraphLaunch|LaunchKernel\w*)$/;
