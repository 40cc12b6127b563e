/** Calls that have no effect on the architectures that are left. Page: `docs/rules/ineffective-call.md`. */
import { isOwnStatement } from "./host/allocations";
import type { Fix } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** What each call sets, in words. */
const calls: Readonly<Record<string, string>> = {
  cudaDeviceSetSharedMemConfig: "the width of banks",
  cudaFuncSetSharedMemConfig: "the width of banks",
  cudaDeviceSetCacheConfig: "the split of L1 and shared memory",
  cudaFuncSetCacheConfig: "the split of L1 and shared memory",
  cudaThreadSetCacheConfig: "the split of L1 and shared memory",
};

/** Configuration calls without effect on the chosen architecture. */
export const ineffectiveCall = problemRule(
  {
    id: "ineffective-call",
    title: "Call without effect",
    category: "performance",
    severity: "hint",
    since: "0.3.0",
    fixSafety: "safe",
  },
  [],
  ({ outline, text, architecture }) =>
    outline.calls.flatMap((call): readonly Problem[] => {
      const what = Object.hasOwn(calls, call.callee) ? calls[call.callee] : undefined;
      if (!what) return [];
      const span = { start: call.start, end: call.end };
      const semicolon = text.indexOf(";", call.end);
      const fixes: readonly Fix[] = isOwnStatement(span, text)
        ? [
            {
              title: `Remove ${call.callee}`,
              edits: [{ start: call.start, end: semicolon + 1, newText: "" }],
              safe: true,
            },
          ]
        : [];
      return [
        {
          span,
          message: `${call.callee} has no effect on ${architecture.name}: ${what} is not chosen so from sm_70 on.`,
          certainty: "proved",
          fixes,
        },
      ];
    }),
);
