/** "Simulate kernel" above each kernel's definition, "Simulate program" above `main`, with the figures of the last run beside. */
import { type CodeLens, type CodeLensParams, CodeLensRefreshRequest } from "vscode-languageserver";
import type { Span } from "../../analyzer/syntax/model";
import { summarize } from "../../pictures/summary";
import type { Feature, ServerContext } from "../common/context";
import { guarded } from "../common/handlers";
import { rangeOf } from "../common/positions";
import { PROGRAM_REPORT } from "../common/reports";
import { clientCommands } from "../protocol";

interface LensData {
  readonly uri: string;
  readonly kernel: string;
  readonly show: "simulate" | "step" | "program" | "report";
}

async function lenses(context: ServerContext, params: CodeLensParams): Promise<CodeLens[]> {
  const snapshot = context.snapshots.get(params.textDocument.uri);
  if (!snapshot || !context.settings().codeLens || !context.options.commands) return [];
  const { functions } = await context.engine.outline(snapshot);
  const lensesOf = (name: string, span: Span, run: "simulate" | "program"): CodeLens[] => {
    const range = rangeOf(snapshot, span);
    // The command comes along: it costs nothing, and an editor that puts off resolving shows no lens until it is scrolled.
    const lens = (show: LensData["show"]): CodeLens =>
      resolve(context, { range, data: { uri: snapshot.uri, kernel: name, show } });
    const steps = run === "simulate" ? [lens("step")] : [];
    return [lens(run), ...steps, ...(context.reports.get(snapshot.uri, name) ? [lens("report")] : [])];
  };
  return functions.flatMap((one) => {
    if (!one.body) return [];
    if (one.isKernel) return lensesOf(one.name, one.nameSpan, "simulate");
    return one.qualifiedName === PROGRAM_REPORT ? lensesOf(PROGRAM_REPORT, one.nameSpan, "program") : [];
  });
}

function resolve(context: ServerContext, lens: CodeLens): CodeLens {
  const { uri, kernel, show } = lens.data as LensData;
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
    connection.onCodeLens(
      guarded(context, "code lenses", [] as CodeLens[], (params: CodeLensParams) => lenses(context, params)),
    );
    connection.onCodeLensResolve(async (lens) => resolve(context, lens));
    const refresh = () => {
      if (context.client.workspace?.codeLens?.refreshSupport) void connection.sendRequest(CodeLensRefreshRequest.type);
    };
    // While VS Code opens the sidebar for the first run it lays the editor out anew and can lose a refresh, so that the
    // figures would only show after the next scroll; a second one comes when that is over.
    const refreshTwice = () => {
      refresh();
      setTimeout(refresh, 800);
    };
    return { settingsChanged: refresh, simulated: refreshTwice };
  },
};
