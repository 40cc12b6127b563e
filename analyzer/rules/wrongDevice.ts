/** Memory of one device that is used on another one. Page: `docs/rules/wrong-device.md`. */
import type { Operation } from "../facts/host";
import { isConditional, loopsOf } from "../facts/host/paths";
import { rootName } from "../facts/host/streams";
import { foldInteger } from "../syntax/constants";
import { lineNumber } from "./host/words";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** More devices than one machine has: such a choice fails, and the device stays what it was. */
const MOST_DEVICES = 16n;

/** Launches and copies that use memory of another device than the current one. */
export const wrongDevice = problemRule(
  {
    id: "wrong-device",
    title: "Memory of another device",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => {
    const { host, outline, text } = context;
    const chosen = outline.calls.filter(({ callee }) => callee === "cudaSetDevice");
    if (!chosen.length || /cudaDeviceEnablePeerAccess|cudaMemPoolSetAccess/.test(text)) return [];
    return host.operations
      .filter(({ what }) => what === "launch")
      .flatMap((launch) =>
        launch.touches.flatMap((touch): readonly Problem[] => {
          const memory = host.memory(touch.argument);
          const { call } = memory?.allocation ?? {};
          if (memory?.kind !== "device" || !call || memory.allocation.isOneOfSeveral || call.within !== launch.within)
            return [];
          const [own, current] = [deviceAt(call.start, launch.within, context), deviceOf(launch, context)];
          if (own === undefined || current === undefined || own === current || current >= MOST_DEVICES) return [];
          return [
            {
              span: touch.argument,
              message: `${touch.argument.text} is memory of device ${own} (line ${lineNumber(call.start, context)}), but this kernel runs on device ${current}.`,
              certainty: "proved",
              related: [
                {
                  span: { start: call.start, end: call.end },
                  message: "Copy it with cudaMemcpyPeer, or enable peer access",
                },
              ],
            },
          ];
        }),
      );
  },
);

/** The device that a launch runs on: that of its stream, where it has one that was created. */
function deviceOf({ stream, start, within }: Operation, context: RuleContext): bigint | undefined {
  if (stream.kind === "default" || stream.kind === "perThread") return deviceAt(start, within, context);
  const made = context.host.calls.filter(
    (call) => /^cudaStreamCreate/.test(call.name) && call.within === within && rootName(call) === stream.text,
  );
  return made.length === 1 ? deviceAt(made[0]!.start, within, context) : undefined;
}

/**
 * The device that is current at a place: what the last `cudaSetDevice` before it chooses, unless a loop or a condition
 * decides whether it does; 0 before the first.
 */
function deviceAt(at: number, within: number | undefined, { outline, text, host }: RuleContext): bigint | undefined {
  const calls = outline.calls.filter((call) => call.within === within && call.callee === "cudaSetDevice");
  const place = host.path({ start: at, end: at + 1 });
  const last = calls.findLast((call) => call.start < at);
  if (loopsOf(place).length > 0) return undefined;
  if (!last) return calls.length ? 0n : undefined;
  const path = host.path(last);
  const [argument] = last.arguments;
  if (!argument || loopsOf(path).length > 0 || isConditional(path, place)) return undefined;
  return foldInteger(text.slice(argument.start, argument.end), outline, last.start);
}
