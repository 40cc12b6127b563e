/** "Simulate kernel" above each kernel's definition, with the figures of the last run beside it. */
import { type CodeLens, type CodeLensParams, CodeLensRefreshRequest } from "vscode-languageserver";
import { summarize } from "../../pictures/summary";
import type { Feature, ServerContext } from "../common/context";
import { guarded } from "../common/handlers";
import { rangeOf } from "../common/positions";
import { clientCommands } from "../protocol";

interface LensData {
  readonly uri: string;
  readonly kernel: string;
  readonly show: "simulate" | "report";
}

async function lenses(context: ServerContext, params: CodeLensParams): Promise<CodeLens[]> {
  const snapshot = context.snapshots.get(params.textDocument.uri);
  if (!snapshot || !context.settings().codeLens || !context.options.commands) return [];
  const kernels = await context.engine.kernels(snapshot);
  return kernels.flatMap(({ name, nameSpan }) => {
    const range = rangeOf(snapshot, nameSpan);
    // The command comes along: it costs nothing, and an editor that puts off resolving shows no lens until it is scrolled.
    const lens = (show: LensData["show"]): CodeLens =>
      resolve(context, { range, data: { uri: snapshot.uri, kernel: name, show } });
    return context.reports.get(snapshot.uri, name) ? [lens("simulate"), lens("report")] : [lens("simulate")];
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
