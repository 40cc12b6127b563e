/** "Simulate kernel" above each kernel's definition, "Simulate program" above `main`, with the figures of the last run beside. */
import { type CodeLens, type CodeLensParams, CodeLensRefreshRequest } from "vscode-languageserver";
import type { Span } from "../../analyzer/syntax/model";
import { boundWords } from "../../pictures/bounds";
import { summarize } from "../../pictures/summary";
import type { Feature, ServerContext } from "../common/context";
import { isAbort, KnownFailure } from "../common/failures";
import { guarded } from "../common/handlers";
import { rangeOf } from "../common/positions";
import { PROGRAM_REPORT } from "../common/reports";
import type { Snapshot } from "../common/snapshots";
import { clientCommands } from "../protocol";

interface LensData {
  readonly uri: string;
  readonly kernel: string;
  readonly show: "simulate" | "step" | "program" | "report" | "bound";
  /** Of a bound: what it says. */
  readonly words?: string;
}

/** The bounds of kernels by name, as the code of a document says them. */
type BoundsByKernel = ReadonlyMap<string, string>;

/** The least times that documents show: lenses come at once, with those of the text before until the new ones are known. */
class Bounds {
  readonly #shown = new Map<string, BoundsByKernel>();
  readonly #asked = new WeakSet<Snapshot>();

  /** What is known; `changed` is called when a snapshot's own bounds are known, and others than those. */
  of(context: ServerContext, snapshot: Snapshot, changed: () => void): BoundsByKernel {
    if (!this.#asked.has(snapshot)) {
      this.#asked.add(snapshot);
      context.inspect(snapshot).then(
        ({ kernels }) => {
          const words = new Map(
            kernels.map(({ kernel, launches }) => [kernel, boundWords(launches[0]?.bounds ?? null)]),
          );
          const before = this.#shown.get(snapshot.uri) ?? new Map<string, string>();
          this.#shown.set(snapshot.uri, words);
          const said = (all: BoundsByKernel) => JSON.stringify([...all].filter(([, text]) => text !== ""));
          if (said(before) !== said(words)) changed();
        },
        (error: unknown) => {
          // What fails is said where its findings are asked for.
          if (!isAbort(error) && !(error instanceof KnownFailure)) context.connection.console.error(String(error));
        },
      );
    }
    return this.#shown.get(snapshot.uri) ?? new Map();
  }

  forget(uri: string): void {
    this.#shown.delete(uri);
  }
}

async function lenses(
  context: ServerContext,
  params: CodeLensParams,
  boundsOf: (snapshot: Snapshot) => BoundsByKernel,
): Promise<CodeLens[]> {
  const snapshot = context.snapshots.get(params.textDocument.uri);
  if (!snapshot || !context.settings().codeLens || !context.options.commands) return [];
  const { functions } = await context.engine.outline(snapshot);
  const bounds = functions.some(({ isKernel, body }) => isKernel && body)
    ? boundsOf(snapshot)
    : new Map<string, string>();
  const lensesOf = (name: string, span: Span, run: "simulate" | "program"): CodeLens[] => {
    const range = rangeOf(snapshot, span);
    // The command comes along: it costs nothing, and an editor that puts off resolving shows no lens until it is scrolled.
    const lens = (show: LensData["show"], words?: string): CodeLens =>
      resolve(context, { range, data: { uri: snapshot.uri, kernel: name, show, ...(words && { words }) } });
    const bound = run === "simulate" ? bounds.get(name) : undefined;
    const steps = run === "simulate" ? [lens("step")] : [];
    // A run says more of the same.
    if (context.reports.get(snapshot.uri, name)) return [lens(run), ...steps, lens("report")];
    return [lens(run), ...steps, ...(bound ? [lens("bound", bound)] : [])];
  };
  return functions.flatMap((one) => {
    if (!one.body) return [];
    if (one.isKernel) return lensesOf(one.name, one.nameSpan, "simulate");
    return one.qualifiedName === PROGRAM_REPORT ? lensesOf(PROGRAM_REPORT, one.nameSpan, "program") : [];
  });
}

function resolve(context: ServerContext, lens: CodeLens): CodeLens {
  const { uri, kernel, show, words } = lens.data as LensData;
  // It says something and does nothing.
  if (show === "bound") return { ...lens, command: { title: words ?? "", command: "" } };
  if (show === "simulate") {
    return {
      ...lens,
      command: { title: "$(play) Simulate kernel", command: clientCommands.simulateKernel, arguments: [uri, kernel] },
    };
  }
  if (show === "step") {
    return {
      ...lens,
      command: { title: "$(debug-alt) Step through", command: clientCommands.stepKernel, arguments: [uri, kernel] },
    };
  }
  if (show === "program") {
    return {
      ...lens,
      command: { title: "$(play-circle) Simulate program", command: clientCommands.simulateProgram, arguments: [uri] },
    };
  }
  const last = context.reports.get(uri, kernel);
  const stale = last && last.documentVersion !== context.snapshots.get(uri)?.version;
  return {
    ...lens,
    command: {
      title: last ? `${summarize(last.report)}${stale ? " (before the last edit)" : ""}` : "",
      command: clientCommands.showReport,
      arguments: [uri, kernel],
    },
  };
}

/** Lenses above kernels and `main`. */
export const codeLens: Feature = {
  name: "code lens",
  register(context) {
    const { connection } = context;
    const bounds = new Bounds();
    const boundsOf = (snapshot: Snapshot) => bounds.of(context, snapshot, refresh);
    connection.onCodeLens(
      guarded(context, "code lenses", [] as CodeLens[], (params: CodeLensParams) => lenses(context, params, boundsOf)),
    );
    connection.onCodeLensResolve(async (lens) => resolve(context, lens));
    function refresh(): void {
      if (context.client.workspace?.codeLens?.refreshSupport) void connection.sendRequest(CodeLensRefreshRequest.type);
    }
    // While VS Code opens the sidebar for the first run it lays the editor out anew and can lose a refresh, so that the
    // figures would only show after the next scroll; a second one comes when that is over.
    const refreshTwice = () => {
      refresh();
      setTimeout(refresh, 800);
    };
    return {
      settingsChanged: refresh,
      simulated: refreshTwice,
      // Launches of the program have become known, or what is included was edited.
      surroundingsChanged: refresh,
      closed: (uri) => bounds.forget(uri),
    };
  },
};
