/** `warplens/simulate`: one kernel on the simulated GPU, with progress and cancellation. */
import type { CancellationToken } from "vscode-languageserver";
import { parseArgument } from "../../engine/arguments/spec";
import { UsageError } from "../../engine/errors";
import type { SimulateRequest } from "../../engine/model";
import { unlessSuperseded } from "../common/analyses";
import type { Feature, FeatureEvents, ServerContext } from "../common/context";
import { guarded, signalOf, TELL } from "../common/handlers";
import { SIMULATE, type SimulateParams, type SimulateResult } from "../protocol";

/** `name` of `name<8, float>`: what a lens, which knows no instantiation, stands for. */
const unqualified = (kernel: string): string => kernel.replace(/<.*$/s, "");

function requestOf(params: SimulateParams): SimulateRequest {
  const { kernel, grid, block, shared, device, detail, trace, check } = params;
  const specs = Object.entries(params.arguments ?? {}).map(([name, spec]) => parseArgument(`${name}=${spec}`));
  return {
    kernel,
    arguments: new Map(specs),
    ...(grid === undefined ? {} : { grid }),
    ...(block === undefined ? {} : { block }),
    ...(shared === undefined ? {} : { shared }),
    ...(device === undefined ? {} : { device }),
    ...(detail === undefined ? {} : { detail }),
    ...(trace === undefined ? {} : { trace }),
    ...(check === undefined ? {} : { check }),
  };
}

async function run(context: ServerContext, params: SimulateParams, token: CancellationToken): Promise<SimulateResult> {
  const snapshot = context.snapshots.get(params.textDocument.uri);
  if (!snapshot) throw new UsageError(`${params.textDocument.uri} is not open.`);
  const request = requestOf(params);
  const progress = context.connection.window.attachWorkDoneProgress(params.workDoneToken);
  // Edits do not stop a run: its report names the version that was run.
  const stop = signalOf(token);
  progress.begin(`Simulating ${params.kernel}`, undefined, undefined, true);
  try {
    const report = await unlessSuperseded(() => context.engine.simulate(snapshot, request, stop.signal), stop.signal);
    const result: SimulateResult = { uri: snapshot.uri, documentVersion: snapshot.version, report };
    context.reports.put(unqualified(params.kernel), result);
    context.tell((events) => events.simulated?.(snapshot.uri));
    return result;
  } finally {
    stop.dispose();
    progress.done();
  }
}

export const simulate: Feature = {
  name: "simulate",
  register(context): FeatureEvents {
    const { connection } = context;
    connection.onRequest<SimulateResult, void>(
      SIMULATE,
      guarded(context, SIMULATE, TELL, (params: SimulateParams, token) => run(context, params, token)),
    );
    return { closed: (uri) => context.reports.forget(uri) };
  },
};
