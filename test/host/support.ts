/** Runs a program's text on the simulated host and device, for tests of what a run reports. */

import type { HostOptions } from "../../simulator/host/model/machine";
import type { ProgramResult } from "../../simulator/host/program";
import { simulateProgram } from "../support/conformance";

export const includes = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <cuda_runtime.h>\n";

/** Lines before the text that a test writes. */
export const HEAD_LINES = 4;

export function simulate(text: string, devices = 1, more: Partial<HostOptions> = {}): Promise<ProgramResult> {
  return simulateProgram(includes + text, "test.cu", devices, more);
}

export function printed(result: ProgramResult): string {
  return new TextDecoder().decode(result.stdout);
}

/** The kind of a finding, and its lines in the program's own text. */
export type FoundLines = [kind: string, ...lines: (number | undefined)[]];

/** What a run of `simulate` found, by kind and lines. */
export function linesOf(findings: ProgramResult["findings"]): FoundLines[] {
  return findings.map(({ kind, place, other }) => [
    kind,
    place && place.line - HEAD_LINES,
    other?.place && other.place.line - HEAD_LINES,
  ]);
}
