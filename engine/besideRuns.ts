/** Adds to the report of a run what the source says that no counter shows: accesses that the compiler removed. */
import { type LineMap, linesNow } from "../analyzer/compiler/lines/lineMap";
import { readModule } from "../analyzer/ir/reader/reader";
import { wholeReading } from "../analyzer/readings";
import { accessPlaces, type BesideRun, besideRun, seemsToLack } from "./documents/removed";
import type { SourceText } from "./documents/sourceLocation";
import { completeBitcode } from "./documents/unoptimised";
import type { Workshop } from "./documents/workshop";
import type { SimulateJson } from "./formats/simulation";
import type { Configuration } from "./model/configuration";
import { UsageError } from "./model/errors";

/** A source file with the device code that a run has executed of it. */
export interface RunSource {
  readonly text: SourceText;
  readonly bitcode: Uint8Array;
  readonly moved?: LineMap;
}

/** The source files of a program that have device code, by the units that were compiled of its files. */
export function runSources(text: SourceText, units: readonly { readonly device?: Uint8Array }[]): RunSource[] {
  const texts = [text, ...(text.others ?? [])];
  return units.flatMap(({ device }, i) => (device ? [{ text: texts[i]!, bitcode: device }] : []));
}

/** What is needed to read a source once more. */
interface Reader {
  readonly workshop: Pick<Workshop, "platform" | "cache">;
  configurationOf(path: string): Promise<Configuration>;
  readonly signal?: AbortSignal | undefined;
}

async function readBeside(
  first: SourceText,
  { text, bitcode, moved }: RunSource,
  kernels: ReadonlySet<string>,
  { workshop, configurationOf, signal }: Reader,
): Promise<ReadonlyMap<string, BesideRun>> {
  try {
    const configuration = await configurationOf(text.document.path);
    const complete = wholeReading(await completeBitcode(text, workshop, configuration, "complete", signal));
    return besideRun(first, complete, accessPlaces(readModule(bitcode, linesNow(moved))), kernels);
  } catch (error) {
    // Code that only compiles when it is optimised says nothing more.
    if (error instanceof UsageError) return new Map();
    throw error;
  }
}

/** `kernels` are the mangled names of the report's launches, one for each. */
export async function withBesideRun(
  report: SimulateJson,
  kernels: readonly string[],
  sources: readonly RunSource[],
  reader: Reader,
): Promise<SimulateJson> {
  const [first] = sources;
  if (!first || kernels.length === 0) return report;
  const lines = report.launches.flatMap((launch) => launch.lines);
  const beside = new Map<string, BesideRun>();
  for (const source of sources) {
    const path = source === first ? undefined : source.text.document.path;
    if (!seemsToLack(source.text, lines, path)) continue;
    for (const [kernel, one] of await readBeside(first.text, source, new Set(kernels), reader)) beside.set(kernel, one);
  }
  if (beside.size === 0) return report;
  return {
    ...report,
    launches: report.launches.map((launch, i) => {
      const one = beside.get(kernels[i]!);
      if (!one || launch.library) return launch;
      const { removed, findings } = one;
      return {
        ...launch,
        ...(removed.length > 0 && { removed }),
        findings: [...launch.findings, ...findings],
      };
    }),
  };
}
