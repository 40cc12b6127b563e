/** `warplens/simulate` and `warplens/simulateProgram`: runs on the simulated GPU, with progress and cancellation. */
import type { CancellationToken } from "vscode-languageserver";
import { parseArgument } from "../../engine/arguments/spec";
import { writtenReport } from "../../engine/formats/sameLaunches";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { ProgramProgress, ProgramRequest, SimulateRequest } from "../../engine/model";
import { UsageError } from "../../engine/model/errors";
import { folderOf, joinPath } from "../../engine/sources/paths";
import { unlessSuperseded } from "../common/analyses";
import type { Feature, FeatureEvents, ServerContext } from "../common/context";
import { guarded, REJECT, signalOf } from "../common/handlers";
import { PROGRAM_REPORT } from "../common/reports";
import type { Snapshot } from "../common/snapshots";
import {
  RUN_PROGRESS,
  type RunProgressParams,
  SIMULATE,
  SIMULATE_PROGRAM,
  type SimulateParams,
  type SimulateProgramParams,
  type SimulateProgramResult,
  type SimulateResult,
} from "../protocol";

/** `name` of `name<8, float>`: what a lens, which knows no instantiation, stands for. */
const unqualified = (kernel: string): string => kernel.replace(/<.*$/s, "");

/** Decides which arguments a search combines: the same for everybody. */
const SEED = 1;

function kernelRequest(params: SimulateParams): SimulateRequest {
  const { kernel, grid, block, shared, device, detail, trace, check, search } = params;
  const specs = Object.entries(params.arguments ?? {}).map(([name, spec]) => parseArgument(`${name}=${spec}`));
  return {
    kernel,
    takesAny: true,
    arguments: new Map(specs),
    ...(grid === undefined ? {} : { grid }),
    ...(block === undefined ? {} : { block }),
    ...(shared === undefined ? {} : { shared }),
    ...(device === undefined ? {} : { device }),
    ...(detail === undefined ? {} : { detail }),
    ...(trace === undefined ? {} : { trace }),
    ...(check === undefined ? {} : { check }),
    ...(!search ? {} : { search: { tries: search, seed: SEED }, check: true }),
  };
}

/** What a request names by a path from the document's folder; one that is not there is said in a sentence. */
async function named<T>(name: string, path: string, read: (path: string) => Promise<T | undefined>): Promise<T> {
  const content = await read(joinPath(folderOf(path), name));
  if (content === undefined) throw new UsageError(`${name}: there is no such file in ${folderOf(path)}.`);
  return content;
}

async function programRequest(
  params: SimulateProgramParams,
  { path }: Snapshot,
  { readText, readBytes }: Pick<ServerContext, "readText" | "readBytes">,
): Promise<ProgramRequest> {
  const { arguments: words, device, observe, check, files, stdin, environment, deviceCount } = params;
  const sources = (params.sources ?? []).map(async (name) => {
    return { path: joinPath(folderOf(path), name), text: await named(name, path, readText) };
  });
  return {
    arguments: words ?? [],
    sources: await Promise.all(sources),
    ...(stdin === undefined ? {} : { stdin: await named(stdin, path, readBytes) }),
    ...(environment === undefined ? {} : { environment: new Map(Object.entries(environment)) }),
    ...(deviceCount === undefined ? {} : { machine: { devices: deviceCount } }),
    ...(device === undefined ? {} : { device }),
    ...(observe === undefined ? {} : { observe }),
    ...(check === undefined ? {} : { check }),
    ...(files === undefined ? {} : { files: joinPath(folderOf(path), files) }),
  };
}

/** Milliseconds between two notifications of one run: a program may launch and print thousands of times a second. */
const PROGRESS_PERIOD = 200;

/** Gathers what a run says, and sends it now and then. */
function progressTo(context: ServerContext, uri: string) {
  let news: RunProgressParams = { uri, stdout: "", stderr: "" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    timer = undefined;
    void context.connection.sendNotification(RUN_PROGRESS, news);
    news = { ...news, stdout: "", stderr: "" };
  };
  return {
    take({ stdout = "", stderr = "", ...launch }: ProgramProgress): void {
      news = { ...news, ...launch, stdout: news.stdout + stdout, stderr: news.stderr + stderr };
      timer ??= setTimeout(send, PROGRESS_PERIOD);
    },
    /** What is left is in the report. */
    end: () => clearTimeout(timer),
  };
}

interface Job {
  readonly uri: string;
  readonly workDoneToken: string | number | undefined;
  /** What progress says is simulated. */
  readonly title: string;
  /** The name that the report is kept under, for lenses; undefined for a look at something that was run before. */
  readonly keep: string | undefined;
  readonly run: (snapshot: Snapshot, signal: AbortSignal) => Promise<SimulateJson>;
}

async function run(context: ServerContext, job: Job, token: CancellationToken): Promise<SimulateResult> {
  const snapshot = context.snapshots.get(job.uri);
  if (!snapshot) throw new UsageError(`${job.uri} is not open.`);
  const progress = context.connection.window.attachWorkDoneProgress(job.workDoneToken);
  // Edits do not stop a run: its report names the version that was run.
  const stop = signalOf(token);
  progress.begin(`Simulating ${job.title}`, undefined, undefined, true);
  try {
    await context.makeRoom();
    const report = await unlessSuperseded(() => job.run(snapshot, stop.signal), stop.signal);
    const result: SimulateResult = { uri: snapshot.uri, documentVersion: snapshot.version, report };
    if (job.keep !== undefined) {
      context.reports.put(job.keep, result);
      context.notify((events) => events.simulated?.(snapshot.uri));
    }
    return result;
  } finally {
    stop.dispose();
    progress.done();
  }
}

/** Runs of kernels and programs. */
export const simulate: Feature = {
  name: "simulate",
  register(context): FeatureEvents {
    const { connection, engine } = context;
    connection.onRequest<SimulateResult, void>(
      SIMULATE,
      guarded(context, SIMULATE, REJECT, (params: SimulateParams, token) => {
        const request = kernelRequest(params);
        const job: Job = {
          uri: params.textDocument.uri,
          workDoneToken: params.workDoneToken,
          title: params.kernel,
          keep: params.trace ? undefined : unqualified(params.kernel),
          run: (snapshot, signal) => engine.simulate(snapshot, request, signal),
        };
        return run(context, job, token);
      }),
    );
    connection.onRequest<SimulateProgramResult, void>(
      SIMULATE_PROGRAM,
      guarded(context, SIMULATE_PROGRAM, REJECT, async (params: SimulateProgramParams, token) => {
        const job: Job = {
          uri: params.textDocument.uri,
          workDoneToken: params.workDoneToken,
          title: "the program",
          keep: params.observe ? undefined : PROGRAM_REPORT,
          async run(snapshot, signal) {
            const progress = progressTo(context, params.textDocument.uri);
            try {
              const request = await programRequest(params, snapshot, context);
              return await engine.simulateProgram(snapshot, request, signal, progress.take);
            } finally {
              progress.end();
            }
          },
        };
        const result = await run(context, job, token);
        return { ...result, report: writtenReport(result.report) };
      }),
    );
    return { closed: (uri) => context.reports.forget(uri) };
  },
};
