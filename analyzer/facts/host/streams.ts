/** Streams of host code: which of them expressions name, and whether two operations are ordered by them. */
import { enclosingFunction } from "../../syntax/enclosing";
import type { Outline } from "../../syntax/model";
import type { HostCall, HostFacts, StreamName } from "./model";

const defaults = /^(?:0|NULL|nullptr|cudaStreamLegacy|cudaStreamDefault|\(cudaStream_t\)(?:0|1)|\{\}|)$/;

/** What a stream argument names; no argument is the default stream. */
export function streamNamed(text: string | undefined, outline: Outline): StreamName {
  const plain = (text ?? "").replace(/\s+/g, "");
  if (defaults.test(plain)) return { kind: "default", text: plain };
  if (plain === "cudaStreamPerThread") return { kind: "perThread", text: plain };
  const root = /^&?\(?([A-Za-z_]\w*)/.exec(plain)?.[1];
  const isStream = (type: string): boolean => /\bcudaStream_t\b/.test(type);
  const declared =
    outline.variables?.some((one) => one.name === root && isStream(one.type)) ||
    outline.arrays.some((one) => one.name === root && isStream(one.type)) ||
    outline.functions.some((one) => one.parameters.some(({ name, type }) => name === root && isStream(type)));
  return { kind: declared ? "created" : "unknown", text: plain };
}

/** Names of the streams that the file makes with `cudaStreamNonBlocking`. */
export function nonBlockingStreams({ calls }: HostFacts): ReadonlySet<string> {
  return new Set(
    calls
      .filter(
        ({ name, argument }) =>
          /^cudaStreamCreateWith/.test(name) && /cudaStreamNonBlocking|\b1\b/.test(argument("flags")?.text ?? ""),
      )
      .map((call) => rootName(call)),
  );
}

/** Is an offset between the beginning and the end of a stream's capture, by the calls before it in its function? */
export function isCaptured(at: number, { outline }: { readonly outline: Outline }): boolean {
  const body = enclosingFunction(outline, at)?.body;
  const last = outline.calls
    .filter(({ callee, start }) => /^cudaStream(?:Begin|End)Capture/.test(callee) && start < at)
    .findLast(({ start }) => body !== undefined && body.start <= start);
  return last?.callee.startsWith("cudaStreamBegin") ?? false;
}

/** The variable at the root of what a call creates. */
export const rootName = ({ argument }: HostCall): string =>
  /([A-Za-z_]\w*)/.exec(argument("pointer")?.text.replace(/^\([^()]*\)/, "") ?? "")?.[1] ?? "";

/** Are two streams surely two: different variables, or different constant elements of one array? */
export function areDifferent(a: StreamName, b: StreamName): boolean {
  if (a.kind === "unknown" || b.kind === "unknown" || a.text === b.text) return false;
  if (a.kind !== b.kind) return true;
  const [x, y] = [/^(\w+)(?:\[(\w+)\])?$/.exec(a.text), /^(\w+)(?:\[(\w+)\])?$/.exec(b.text)];
  if (!x || !y || a.kind !== "created") return false;
  if (x[1] !== y[1]) return x[2] === undefined && y[2] === undefined;
  return /^\d+$/.test(x[2] ?? "") && /^\d+$/.test(y[2] ?? "");
}
