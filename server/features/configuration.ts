/** Configuration files: read again when they change on disk, and problems of one are diagnostics in it. */
import { DiagnosticSeverity } from "vscode-languageserver";
import { URI } from "vscode-uri";
import type { Feature, ServerContext } from "../common/context";
import { watch } from "../common/watch";
import { SERVER_NAME } from "../protocol";

/** The nearest file has the first name; those that it extends may have the second. */
const WATCHED = "**/{.warplens.json,*.warplens.json}";

const uriOf = (path: string): string => (/^[a-z][\w+.-]+:\/\//i.test(path) ? path : URI.file(path).toString());

/** Says what is wrong with the files that open documents are under; `reported` are those with diagnostics to take back. */
async function report({ connection, engine, snapshots }: ServerContext, reported: Set<string>): Promise<void> {
  const files = await Promise.all(snapshots.all().map((one) => engine.configurationFile(one.path)));
  const problems = new Map<string, Map<string, { line: number; message: string }>>();
  for (const problem of files.flatMap((file) => file?.problems ?? [])) {
    const uri = uriOf(problem.path);
    // Several documents are under one file, and would repeat it.
    problems.set(uri, (problems.get(uri) ?? new Map()).set(`${problem.line} ${problem.message}`, problem));
  }
  for (const uri of reported) if (!problems.has(uri)) await connection.sendDiagnostics({ uri, diagnostics: [] });
  reported.clear();
  for (const [uri, own] of problems) {
    reported.add(uri);
    const diagnostics = [...own.values()].map(({ line, message }) => ({
      range: { start: { line: line - 1, character: 0 }, end: { line, character: 0 } },
      severity: DiagnosticSeverity.Error,
      source: SERVER_NAME,
      message,
    }));
    await connection.sendDiagnostics({ uri, diagnostics });
  }
}

/** Problems of configuration files, as diagnostics in them. */
export const configuration: Feature = {
  name: "configuration",
  register(context) {
    const { connection, engine, snapshots } = context;
    const reported = new Set<string>();
    const tellProblems = () => void report(context, reported).catch((error) => connection.console.error(String(error)));
    watch(context, WATCHED);
    const filesChanged = (uris: readonly string[]) => {
      if (!uris.some((uri) => uri.endsWith(".warplens.json"))) return;
      engine.forgetConfigurations();
      snapshots.renew();
      context.notify((events) => events.settingsChanged?.());
      tellProblems();
    };
    return { opened: tellProblems, closed: tellProblems, filesChanged };
  },
};
