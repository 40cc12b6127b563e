/** What must hold in every extension host: the same suite runs in Node and in the web worker. */

import {
  type CodeAction,
  type CodeLens,
  commands,
  debug,
  extensions,
  type Hover,
  LanguageModelTextPart,
  Location,
  lm,
  Position,
  Range,
  Selection,
  SourceBreakpoint,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import * as assert from "./assert";

import { codeOf, openExample, ours, rules, until } from "./documents";

const EXTENSION = "warplens.warplens";

describe("WarpLens", () => {
  it("is activated by a CUDA document, whose language id is VS Code's own", async () => {
    const document = await openExample();
    assert.equal(document.languageId, "cuda-cpp");
    await until("activation", () => extensions.getExtension(EXTENSION)?.isActive);
  });

  it("can read the parts of its view's page", async () => {
    const { extensionUri } = extensions.getExtension(EXTENSION)!;
    for (const [part, text] of [
      ["webview.js", "warplens-drawn"],
      ["webview.css", "--vscode-"],
    ] as const) {
      const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, "dist", part));
      assert.equal(new TextDecoder().decode(bytes).includes(text), true, part);
    }
  });

  it("underlines the bank conflict of the example with its figure, and the uncoalesced store", async () => {
    const document = await openExample();
    const [conflict] = await until("a shared-bank-conflict", () => {
      const found = ours(document).filter((one) => codeOf(one) === "shared-bank-conflict");
      return found.length ? found : undefined;
    });
    assert.match(conflict!.message, /32/);
    assert.equal(document.getText(conflict!.range).includes("tile"), true);
    const stores = ours(document).filter((one) => codeOf(one) === "uncoalesced-access");
    assert.equal(stores.length, 1, `one uncoalesced access, in transposeNaive: ${rules(document)}`);
    assert.match(document.lineAt(stores[0]!.range.start.line).text, /out\[x \* n \+ y\]/);
  });

  it("offers a padding fix that takes the finding away", async () => {
    const document = await openExample();
    const conflict = await until("a shared-bank-conflict", () =>
      ours(document).find((one) => codeOf(one) === "shared-bank-conflict"),
    );
    const actions = await commands.executeCommand<CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      conflict.range,
    );
    const fix = actions.find((action) => action.isPreferred && action.edit);
    assert.ok(fix?.edit, `a preferred fix among: ${actions.map((action) => action.title).join("; ")}`);
    assert.equal(await workspace.applyEdit(fix.edit), true);
    await until("the finding to go", () => !ours(document).some((one) => codeOf(one) === "shared-bank-conflict"));
    await commands.executeCommand("undo");
    await until("the finding to come back", () => ours(document).some((one) => codeOf(one) === "shared-bank-conflict"));
  });

  it("shows a lens above each kernel and runs it: a sector a lane for the naive store", async () => {
    const document = await openExample();
    const lenses = await until("lenses", async () => {
      const found = await commands.executeCommand<CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
      return found.length >= 3 ? found : undefined;
    });
    const command = lenses[0]!.command!;
    assert.match(command.title, /Simulate kernel/);
    const run = await commands.executeCommand<{ report: Report }>(command.command, ...(command.arguments ?? []));
    assert.equal(run.report.outcome, "completed", run.report.message);
    const [launch] = run.report.launches;
    assert.equal(launch!.kernel, "transposeNaive");
    const store = launch!.lines.find((line) => line.op === "store")!;
    assert.equal(store.sectors, store.requests * 32);
    assert.equal(launch!.metrics.smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st, store.sectors);
  });

  it("runs the whole program: its launches, its output, its timeline", async () => {
    const document = await openExample();
    const lenses = await until("a lens above main", async () => {
      const found = await commands.executeCommand<CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 20);
      return found.some((lens) => lens.command?.title.includes("Simulate program")) ? found : undefined;
    });
    const command = lenses.find((lens) => lens.command?.title.includes("Simulate program"))!.command!;
    const run = await commands.executeCommand<{ report: Report }>(command.command, ...(command.arguments ?? []));
    assert.equal(run.report.outcome, "completed", run.report.message);
    assert.equal(run.report.stdout, "no error\n");
    assert.equal(
      run.report.launches.map((launch) => launch.kernel).join(),
      "transposeNaive,transposeTile,transposePadded",
    );
    assert.equal(run.report.timeline?.filter((work) => work.engine === "compute").length, 4, "kernels, and the memset");
  });

  it("gives a program the files of its folder, and an argument the data that the folder's configuration names", async () => {
    const folder = Uri.joinPath(workspace.workspaceFolders![0]!.uri, "given");
    const write = (name: string, text: string) =>
      workspace.fs.writeFile(Uri.joinPath(folder, name), new TextEncoder().encode(text));
    await workspace.fs.createDirectory(folder);
    await workspace.fs.createDirectory(Uri.joinPath(folder, "data"));
    await write("data/word.txt", "forty-two\n");
    await write("places.csv", "3,1,0,2\n");
    await write(
      ".warplens.json",
      '{ "launches": { "put": { "block": [4], "arguments": { "at": "file:places.csv" } } } }',
    );
    await write("stride.h", "#define STRIDE 2\n");
    await write(
      "given.cu",
      `#include <cstdio>
#include "stride.h"
__global__ void put(const int* at, int* out) { out[STRIDE * at[threadIdx.x]] = 1; }
int main() {
  char word[16] = "";
  FILE* file = fopen("data/word.txt", "r");
  if (!file) return 1;
  fgets(word, 16, file);
  printf("%s", word);
  return 0;
}
`,
    );
    const document = await workspace.openTextDocument(Uri.joinPath(folder, "given.cu"));
    await window.showTextDocument(document);
    const uri = document.uri.toString();
    type Made = { report: Report } | undefined;
    const program = await until("a run of the program", async () =>
      commands.executeCommand<Made>("warplens.simulateProgram", uri, { files: "." }),
    );
    assert.equal(program.report.stdout, "forty-two\n", program.report.message);
    const kernel = await until("a run of the kernel", async () =>
      commands.executeCommand<Made>("warplens.simulateKernel", uri, "put"),
    );
    assert.equal(kernel.report.outcome, "completed", kernel.report.message);
    const [launch] = kernel.report.launches;
    assert.equal(launch!.arguments.find(({ name }) => name === "at")?.spec, "file:places.csv");
    assert.equal(launch!.lines.find((line) => line.op === "store")!.sectors, 1);
  });

  it("runs a selection without its kernel, and keeps the costliest request of each access", async () => {
    const document = await openExample();
    const line =
      document.getText().slice(0, document.getText().indexOf("tile[threadIdx.y][threadIdx.x] =")).split("\n").length -
      1;
    const editor = window.activeTextEditor!;
    editor.selection = new Selection(line, 0, line, document.lineAt(line).text.length);
    const run = await commands.executeCommand<{ kernel: string; uri: string; report: Report }>(
      "warplens.simulateSelection",
    );
    assert.equal(run.kernel, "snippet");
    assert.equal(run.uri, document.uri.toString(), "figures are the file's");
    const store = run.report.launches[0]!.lines.find((one) => one.op === "store")!;
    assert.equal(store.sample?.addresses.length, 32);
    assert.equal(store.line, line + 1, "at its own line");
  });

  it("says figures in a hover", async () => {
    const document = await openExample();
    const offset = document.getText().indexOf("out[x * n + y]");
    const hovers = await until("a hover", async () => {
      const found = await commands.executeCommand<Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        document.positionAt(offset + 3),
      );
      return found.length ? found : undefined;
    });
    const text = hovers
      .flatMap((hover) => hover.contents.map((content) => (typeof content === "string" ? content : content.value)))
      .join("\n");
    assert.match(text, /32 sectors/);
  });

  it("steps through a block with the debugger, forward and backward, and evaluates over its lanes", async () => {
    const document = await openExample();
    const text = document.getText();
    const line = text.slice(0, text.indexOf("out[y * n + x] = tile[threadIdx.x]")).split("\n").length - 1;
    const breakpoint = new SourceBreakpoint(new Location(document.uri, new Position(line, 0)));
    debug.addBreakpoints([breakpoint]);
    try {
      await commands.executeCommand("warplens.stepKernel", document.uri.toString(), "transposeTile");
      const stopped = async (what: string, wanted: (line: number) => boolean) =>
        until(what, async () => {
          const item = debug.activeStackItem;
          if (!item || !("frameId" in item) || item.session.type !== "warplens") return undefined;
          const { threadId } = item;
          const { stackFrames } = await item.session.customRequest("stackTrace", { threadId });
          return wanted(stackFrames[0].line) ? { session: item.session, threadId, frameId: item.frameId } : undefined;
        });
      const entry = await stopped("the first stop", (one) => one > 0);
      await commands.executeCommand("workbench.action.debug.continue");
      const { session, frameId } = await stopped("the breakpoint", (one) => one === line + 1);
      const { result } = await session.customRequest("evaluate", { expression: "x - x[0] == lane", frameId });
      assert.equal(result, "true");
      const { threads } = await session.customRequest("threads");
      assert.equal(threads.length, 32, "warps of the block");
      await commands.executeCommand("workbench.action.debug.stepBack");
      await stopped("the line before", (one) => one !== line + 1);
      assert.equal(entry.session.id, session.id);
      await debug.stopDebugging(session);
      await until("the end of the session", () => debug.activeDebugSession === undefined);
    } finally {
      debug.removeBreakpoints([breakpoint]);
    }
  });

  it("lends its tools to assistants, which see unsaved text", async () => {
    const names = lm.tools.map(({ name }) => name).filter((name) => name.startsWith("warplens_"));
    assert.equal(names.sort().join(" "), "warplens_check warplens_compare warplens_explain warplens_simulate");
    const code = "__global__ void f(float* p) { p[threadIdx.x * 32] = 1.0f; }\n";
    const { content } = await lm.invokeTool("warplens_check", { input: { code }, toolInvocationToken: undefined });
    const text = content.map((part) => (part instanceof LanguageModelTextPart ? part.value : "")).join("");
    assert.match(text, /uncoalesced-access/);
  });

  it("follows an edit: a conflict typed into an empty document is underlined", async () => {
    const document = await workspace.openTextDocument({ language: "cuda-cpp", content: "" });
    await window.showTextDocument(document);
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, 0, 0), "__global__ void f(float* p) { p[threadIdx.x * 32] = 1.0f; }\n");
    await workspace.applyEdit(edit);
    await until("a finding", () => ours(document).some((one) => codeOf(one) === "uncoalesced-access"));
  });
});

interface Report {
  readonly outcome: string;
  readonly message: string;
  readonly launches: readonly {
    readonly kernel: string;
    readonly metrics: Readonly<Record<string, number>>;
    readonly arguments: readonly { readonly name: string; readonly spec: string }[];
    readonly lines: readonly {
      readonly op: string;
      readonly line: number;
      readonly sectors: number;
      readonly requests: number;
      readonly sample?: { readonly addresses: readonly (number | null)[] };
    }[];
  }[];
  readonly stdout?: string;
  readonly timeline?: readonly { readonly engine: string }[];
}
