/** The requests of `protocol.ts` that answer from what is known already: kernels, `main`, snippets, `inspect`, rule pages. */

import pages from "warplens:rule-pages";
import { architectures } from "../../analyzer/hardware/architectures";
import type { Outline, Span } from "../../analyzer/syntax/model";
import { besides } from "../../engine/documents/sourceLocation";
import type { OccupancyJson } from "../../engine/formats/occupancy";
import type { Analysis, KernelItem } from "../../engine/model";
import type { SavedLaunch } from "../../engine/model/configuration";
import { UsageError } from "../../engine/model/errors";
import { kernelOccupancy } from "../../engine/occupancy/kernel";
import { launchOf } from "../../engine/simulate";
import type { Feature, ServerContext } from "../common/context";
import { guarded, REJECT } from "../common/handlers";
import { rangeOf, spanOf } from "../common/positions";
import type { Snapshot } from "../common/snapshots";
import {
  DEVICES,
  type DeviceInfo,
  type DocumentReference,
  INSPECT,
  KERNELS,
  type KernelInfo,
  LAUNCH,
  type LaunchInfo,
  type LaunchParams,
  OCCUPANCY,
  type OccupancyParams,
  PROGRAM,
  type ProgramInfo,
  RULE_PAGE,
  type RulePageParams,
  SNIPPET,
  type SnippetParams,
  type SnippetResult,
} from "../protocol";

function openSnapshot(context: ServerContext, { textDocument: { uri } }: DocumentReference): Snapshot {
  const snapshot = context.snapshots.get(uri);
  if (!snapshot) throw new UsageError(`${uri} is not open.`);
  return snapshot;
}

function kernelInfo(snapshot: Snapshot, outline: Outline, kernel: KernelItem, saved: SavedLaunch | null): KernelInfo {
  const text = (span: Span) => snapshot.text.slice(span.start, span.end);
  const outlined = outline.functions.find((one) => one.isKernel && one.nameSpan.start === kernel.nameSpan.start);
  return {
    name: kernel.name,
    range: rangeOf(snapshot, kernel.span),
    parameters: outlined?.parameters.map(({ name, type }) => ({ name, type })) ?? [],
    template: outlined?.template ?? null,
    launches: outline.launches
      .filter((launch) => launch.kernel === kernel.name)
      .map((launch) => ({
        range: rangeOf(snapshot, launch),
        configuration: launch.configuration.map(text),
        templateArguments: launch.templateArguments ?? null,
      })),
    saved,
  };
}

async function kernels(context: ServerContext, params: DocumentReference): Promise<KernelInfo[]> {
  const snapshot = openSnapshot(context, params);
  const [items, outline] = await Promise.all([context.engine.kernels(snapshot), context.engine.outline(snapshot)]);
  const { launches } = await context.engine.configurationOf(snapshot.path);
  return items.map((kernel) => kernelInfo(snapshot, outline, kernel, launches?.[kernel.name] ?? null));
}

/**
 * The analysis with the launches of the program, for what stands beside the text: nothing is hurried for it, and a text that
 * was typed over meanwhile is not analysed again.
 */
async function restedAnalysis(context: ServerContext, reference: DocumentReference): Promise<Analysis> {
  const asked = openSnapshot(context, reference);
  await context.engine.rested(asked);
  const now = openSnapshot(context, reference);
  if (now.text !== asked.text) throw new DOMException("superseded", "AbortError");
  return context.engine.settled(now);
}

/** Null for a kernel that is not there, or could not be compiled: a run says why. */
async function launch(context: ServerContext, params: LaunchParams): Promise<LaunchInfo | null> {
  const analysis = await restedAnalysis(context, params);
  try {
    const known = launchOf(analysis, params.kernel);
    if (!known) return null;
    const { grid, block, shared, from, line, path, route, startedWith, times } = known;
    return {
      grid: grid ?? null,
      block,
      shared: shared ?? null,
      from,
      line: line ?? null,
      ...(path !== undefined && { path: besides(analysis.document.path, path) }),
      ...(route && { route }),
      ...(startedWith !== undefined && { startedWith }),
      ...(times !== undefined && { times }),
    };
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/** Null for a kernel that is not there, could not be compiled, or has no known block. */
async function occupancy(context: ServerContext, params: OccupancyParams): Promise<OccupancyJson | null> {
  const analysis = await restedAnalysis(context, params);
  const { compile, launches } = await context.engine.configurationOf(analysis.document.path);
  const saved = launches?.[params.kernel.replace(/<.*$/s, "")];
  const { kernel, device, ...given } = params;
  try {
    const request = { kernel, ...saved, ...given };
    return kernelOccupancy(analysis, device ?? saved?.device ?? compile.architecture, request) ?? null;
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

async function program(context: ServerContext, params: DocumentReference): Promise<ProgramInfo> {
  const snapshot = openSnapshot(context, params);
  const { functions } = await context.engine.outline(snapshot);
  const main = functions.find((one) => one.qualifiedName === "main" && one.body);
  return { main: main ? rangeOf(snapshot, main) : null };
}

async function snippet(context: ServerContext, params: SnippetParams): Promise<SnippetResult> {
  const { text, textDocument, range } = params;
  if (!textDocument || !range) return context.engine.snippet(text);
  const document = openSnapshot(context, { textDocument });
  return context.engine.snippet(text, { document, selection: spanOf(document, range) });
}

/** Requests of our own clients, documented in `docs/lsp-extensions.md`. */
export const requests: Feature = {
  name: "requests",
  register(context) {
    const { connection } = context;
    connection.onRequest(
      KERNELS,
      guarded(context, KERNELS, REJECT, (params: DocumentReference) => kernels(context, params)),
    );
    connection.onRequest(
      LAUNCH,
      guarded(context, LAUNCH, null, (params: LaunchParams) => launch(context, params)),
    );
    connection.onRequest(
      OCCUPANCY,
      guarded(context, OCCUPANCY, null, (params: OccupancyParams) => occupancy(context, params)),
    );
    connection.onRequest(
      PROGRAM,
      guarded(context, PROGRAM, REJECT, (params: DocumentReference) => program(context, params)),
    );
    connection.onRequest<SnippetResult, void>(
      SNIPPET,
      guarded(context, SNIPPET, REJECT, (params: SnippetParams) => snippet(context, params)),
    );
    connection.onRequest(
      INSPECT,
      guarded(context, INSPECT, REJECT, (params: DocumentReference) =>
        context.engine.inspect(openSnapshot(context, params)),
      ),
    );
    connection.onRequest(DEVICES, (): DeviceInfo[] =>
      [...architectures.values()].map(({ name, product }) => ({ name, product })),
    );
    connection.onRequest(RULE_PAGE, ({ rule }: RulePageParams) => pages[`${rule}.md`] ?? null);
    return undefined;
  },
};
