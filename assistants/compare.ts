/** `compare`: two versions of a kernel under one launch: what a change saves, and whether the results are the same. */
import { z } from "zod";
import type { SimulateJson } from "../engine/formats/simulation";
import type { Document } from "../engine/model";
import { change } from "../pictures/comparison";
import { spaceTotals } from "../pictures/figures";
import { launchInput, requestOf, sourceInput, sourceOf, validated } from "./inputs";
import { launchSummary } from "./launch";
import type { Tool } from "./model";

const { kernel, ...launch } = launchInput;

const version = (which: string) =>
  z.strictObject({ ...sourceInput, kernel }).describe(`The code ${which} the change: path or code, and its kernel.`);

const input = z.strictObject({ before: version("before"), after: version("after"), ...launch });

function side(report: SimulateJson, { text }: Document) {
  const { outcome, message, assumed, launches } = report;
  return {
    outcome,
    ...(outcome !== "completed" && { message }),
    ...(assumed && { assumed }),
    ...(launches[0] && launchSummary(launches[0], text)),
  };
}

/** Totals by memory space on both sides, with the difference as text. */
function differences(before: SimulateJson, after: SimulateJson) {
  const of = ({ launches }: SimulateJson) =>
    new Map(spaceTotals(launches.flatMap((one) => one.lines)).map((total) => [total.space, total]));
  const [old, fresh] = [of(before), of(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].map((space) => {
    const [a, b] = [old.get(space)?.measured ?? 0, fresh.get(space)?.measured ?? 0];
    const { unit } = (old.get(space) ?? fresh.get(space))!;
    return { space, unit, before: a, after: b, change: change(a, b) };
  });
}

/** Null where the two cannot be compared: one did not complete, only some blocks ran, or the arguments differ. */
function sameOutput(before: SimulateJson, after: SimulateJson): boolean | null {
  const given = ({ launches }: SimulateJson) => JSON.stringify(launches[0]?.arguments.map(({ spec }) => spec));
  const isWhole = ({ outcome, launches }: SimulateJson) => outcome === "completed" && !launches[0]?.sampled;
  if (!isWhole(before) || !isWhole(after) || given(before) !== given(after)) return null;
  return JSON.stringify(before.digests) === JSON.stringify(after.digests);
}

/** Two versions of a kernel, each run once. */
export const compare: Tool = {
  name: "compare",
  title: "Compare two versions of a kernel",
  description:
    "Simulates a CUDA kernel before and after a change, with the same launch and arguments, and gives the differences: sectors and wavefronts by memory space, the least possible time, and whether every buffer holds the same bytes afterwards (same_output; null where that cannot be said). Use it to find out whether an optimisation is one. Needs no GPU and changes nothing.",
  input,
  async run(given, workplace, signal) {
    const { before, after, ...shared } = validated(compare, input, given);
    const run = async (one: typeof before) => {
      const document = await sourceOf(one, workplace);
      const request = await requestOf(document, { ...shared, kernel: one.kernel }, workplace);
      return { document, report: await workplace.engine.simulate(document, { ...request, digest: true }, signal) };
    };
    const old = await run(before);
    const fresh = await run(after);
    return {
      device: fresh.report.device,
      same_output: sameOutput(old.report, fresh.report),
      differences: differences(old.report, fresh.report),
      before: side(old.report, old.document),
      after: side(fresh.report, fresh.document),
    };
  },
};
