/** A run of a whole program: from source files and what they are given to a job, and from its result to the documented JSON. */
import { architectures } from "../analyzer/hardware/architectures";
import { demangle } from "../analyzer/ir/demangle";
import type { Location } from "../analyzer/ir/model";
import { severityOf } from "../simulator/host/model/findings";
import { placeOf, type SourceText } from "./documents/sourceLocation";
import { levelOf } from "./documents/unoptimised";
import type { HostPlaceJson, ProgramJson } from "./formats/program";
import type { SimulateJson } from "./formats/simulation";
import { FORMAT_VERSION } from "./formats/version";
import { deviceName } from "./json/device";
import { launchesJson } from "./json/launches";
import type { ProgramProgress, ProgramRequest } from "./model";
import type { Configuration } from "./model/configuration";
import { UsageError } from "./model/errors";
import type { ProgramJob, ProgramNews, ProgramOutput, SimulationResult } from "./model/job";
import type { Platform } from "./model/platform";
import { knownDevice, limitsOf } from "./simulate";
import { virtualPath } from "./sources/paths";

/** What the program is called: its first file without folder and ending. */
function programName(path: string): string {
  return virtualPath(path)
    .replace(/^.*\//, "")
    .replace(/\.\w+$/, "");
}

async function seededFiles(folder: string | undefined, platform: Platform): Promise<ReadonlyMap<string, Uint8Array>> {
  if (folder === undefined) return new Map();
  const files = await platform.readFolder(folder);
  if (!files) throw new UsageError(`${folder}: there is no such folder.`);
  return files;
}

/** Places that were looked up: events of a timeline by the ten thousand stand at one call. */
const places = new WeakMap<SourceText, WeakMap<Location, HostPlaceJson>>();

function hostPlace(text: SourceText, location: Location | undefined): HostPlaceJson {
  if (!location) return { line: null };
  const known = places.get(text) ?? new WeakMap<Location, HostPlaceJson>();
  places.set(text, known);
  let found = known.get(location);
  if (!found) {
    const place = placeOf(text, location);
    found = { line: place.line || null, ...(place.path && { path: place.path }) };
    known.set(location, found);
  }
  return found;
}

/** Where a page of managed memory lies at the end, in `ProgramJson.managed`. */
const pageLetters = { host: "H", device: "D", both: "B", nowhere: "-" } as const;

function l2Json(
  text: SourceText,
  { launch, place, all, window, setAside, persisting }: ProgramOutput["l2"][number],
): NonNullable<ProgramJson["l2"]>[number] {
  const steered =
    window && (({ bytes, hitRatio, hit, miss, counts }) => ({ bytes, hitRatio, hit, miss, ...counts }))(window);
  return { launch, ...hostPlace(text, place), ...all, setAside, persisting, window: steered ?? null };
}

/** What the host side did, in lines of the sources. */
function hostJson(
  text: SourceText,
  { findings, allocated, timeline, managed, managedUses, l2, unreached }: ProgramOutput,
): Pick<ProgramJson, "findings" | "allocations" | "timeline" | "managed" | "l2" | "unreached"> {
  return {
    findings: findings.map((finding) => ({
      rule: finding.kind,
      severity: severityOf(finding),
      message: finding.message,
      ...hostPlace(text, finding.place),
      other: finding.other ? { message: finding.other.message, ...hostPlace(text, finding.other.place) } : null,
    })),
    allocations: allocated.map(({ kind, call, bytes, place, freed, times }) => ({
      kind,
      call,
      bytes,
      times,
      ...hostPlace(text, place),
      freed: freed ? hostPlace(text, freed.place).line : null,
    })),
    managed: managed.map(({ address, bytes, place, residency, ...counts }) => ({
      bytes,
      ...hostPlace(text, place),
      ...counts,
      pages: residency.map((one) => pageLetters[one ?? "nowhere"]).join(""),
      launches: managedUses
        .filter((use) => use.allocation === address)
        .map(({ allocation: _allocation, place: _place, ...counts }) => counts),
    })),
    ...(unreached.length > 0 && {
      unreached: unreached.map(({ kernel, place }) => ({ kernel: demangle(kernel).name, ...hostPlace(text, place) })),
    }),
    ...(l2.length > 0 && { l2: l2.map((one) => l2Json(text, one)) }),
    timeline: timeline.map(({ engine, device, stream, label, start, end, bytes, place }) => ({
      engine,
      device,
      stream,
      label,
      start: Number(start),
      end: Number(end),
      bytes,
      ...hostPlace(text, place),
    })),
  };
}

function programJson(text: SourceText, program: ProgramOutput | undefined): Partial<ProgramJson> {
  if (!program)
    return { stdout: "", stderr: "", exit_code: null, findings: [], allocations: [], timeline: [], managed: [] };
  const decoder = new TextDecoder();
  return {
    stdout: decoder.decode(program.stdout),
    stderr: decoder.decode(program.stderr),
    exit_code: program.exitCode ?? null,
    ...hostJson(text, program),
    written: program.written,
  };
}

/** How a run ended: a program that completes although a kernel trapped, hung or was refused has not run whole. */
function ended({ outcome, launches, program }: SimulationResult): SimulationResult["outcome"] {
  if (outcome.kind !== "completed") return outcome;
  const stopped = launches.find((one) => one.outcome.kind !== "completed");
  if (stopped) return stopped.outcome;
  const refused = program?.findings.find(({ kind }) => kind === "refused-launch");
  if (!refused) return outcome;
  return { kind: "refused", message: refused.message, ...(refused.place && { location: refused.place }) };
}

/** How a run is watched: what ends it, and who hears of it while it goes. */
interface RunWatch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ProgramProgress) => void;
}

/** What a run gives: its report, and its launches by the kernels' symbols. */
export interface ProgramRun {
  readonly report: SimulateJson;
  readonly launches: SimulationResult["launches"];
}

/** News as whoever waits reads them. */
function progressOf(onProgress: (progress: ProgramProgress) => void): (news: ProgramNews) => void {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  return (news) => {
    if (news.kind === "begins") onProgress({ launch: news.launch, kernel: demangle(news.kernel).name });
    if (news.kind !== "output") return;
    const text = decoders[news.stream].decode(news.bytes, { stream: true });
    onProgress({ [news.stream]: text });
  };
}

/** Runs `main` on the platform's simulation worker. Throws UsageError when the files do not make a program. */
export async function simulateProgram(
  text: SourceText,
  units: ProgramJob["units"],
  request: ProgramRequest,
  configuration: Configuration,
  platform: Platform,
  watch: RunWatch = {},
): Promise<ProgramRun> {
  const architecture = knownDevice(request.device ?? configuration.compile.architecture);
  const level = levelOf({ ...request, ...request.observe });
  const job: ProgramJob = {
    kind: "program",
    units,
    architecture,
    words: [programName(text.document.path), ...request.arguments],
    stdin: request.stdin ?? new Uint8Array(),
    environment: request.environment ?? new Map(),
    files: await seededFiles(request.files, platform),
    limits: limitsOf(configuration, request),
    machine: { ...configuration.machine, ...request.machine },
    ...(request.observe && { observe: request.observe }),
    level,
    ...(request.check && { check: true }),
    ...(request.countAll && { countAll: true }),
  };
  const result = await platform.simulate(job, watch.signal, watch.onProgress && progressOf(watch.onProgress));
  const { launches, program, refused } = result;
  if (refused !== undefined) throw new UsageError(refused);
  const outcome = ended(result);
  const { line, ...file } = hostPlace(text, outcome.location);
  const report: SimulateJson = {
    version: FORMAT_VERSION,
    device: deviceName(architecture),
    outcome: outcome.kind,
    message: outcome.message,
    ...(line ? { line, ...file } : {}),
    launches: launchesJson(text, launches, architectures.get(architecture)!, level === "optimised"),
    ...programJson(text, program),
  };
  return { report, launches };
}
