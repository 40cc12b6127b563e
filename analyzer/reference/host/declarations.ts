/** The declarations of the runtime API, read from our own headers: all calls have a signature, described or not. */
import headers from "warplens:cuda-headers";

const FILES = ["cuda_runtime_api.h", "warplens/runtime_calls.h", "warplens/runtime.h"] as const;

/** One function on a line of its own, or over several, up to its semicolon or body. */
const declaration =
  /^(?:template\s*<([^\n{;]*)>\s*)?((?:(?:__host__|__device__|static|inline|__WL_\w+|__forceinline__)\s+)*)((?:const\s+)?\w[\w:]*[*&]?)\s+(cuda[A-Z]\w*)\(([^;{}]*)\)\s*(?:__WL_\w+\s*)*[;{]/gm;

function textOf(path: string): string {
  let at: unknown = headers;
  for (const part of path.split("/")) at = (at as Readonly<Record<string, unknown>> | undefined)?.[part];
  return typeof at === "string" ? at : "";
}

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** Signatures by the name of the call: `cudaError_t cudaMalloc(void** p, size_t size)`. Read once, when first asked for. */
export function declarations(): ReadonlyMap<string, readonly string[]> {
  known ??= FILES.map(textOf).reduce((found, text) => {
    for (const [, , , result, name, parameters] of text.matchAll(declaration)) {
      const signature = `${result} ${name}(${parameters!.replace(/\s+/g, " ").trim()})`;
      if (!/__wl/i.test(signature)) found.set(name!, [...new Set([...(found.get(name!) ?? []), signature])]);
    }
    return found;
  }, new Map<string, readonly string[]>());
  return known;
}
