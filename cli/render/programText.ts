/** What a report says of a whole program beside its launches: output, findings, and what was never reached. */

import type { ProgramJson } from "../../engine/formats/program";
import type { SimulateJson } from "../../engine/formats/simulation";
import { byGravity } from "../../pictures/program";
import { shownOutput } from "../common/shown";
import { bold, red, yellow } from "../common/terminal";
import { placeText } from "./places";

/** What the program printed, apart from what WarpLens says. */
export function outputText({ stdout, stderr }: SimulateJson): string[] {
  return [
    ...(stdout ? [`${bold("Output of the program")}\n${shownOutput(stdout.trimEnd())}`] : []),
    ...(stderr ? [`${bold("Standard error of the program")}\n${yellow(shownOutput(stderr.trimEnd()))}`] : []),
  ];
}

/** Findings on the host side as text, the gravest first. */
export function findingsText(findings: ProgramJson["findings"]): string[] {
  return byGravity(findings).map(({ severity, message, other, ...place }) => {
    const also = other ? ` (${placeText(other)}${other.message})` : "";
    return (severity === "error" ? red : yellow)(`${severity}: ${placeText(place)}${message}${also}`);
  });
}

/** Kernels that a limit kept from being launched. */
export function unreachedText({ unreached = [] }: SimulateJson): string[] {
  if (unreached.length === 0) return [];
  const names = unreached.map((one) => `${one.kernel} (${placeText(one).replace(/: $/, "")})`);
  return [yellow(`Never reached: ${names.join(", ")}. A larger budget reaches more: --budget SECONDS.`)];
}
