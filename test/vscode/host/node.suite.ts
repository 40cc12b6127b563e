/** What only the Node extension host has. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { type CodeLens, commands, languages, Range, Uri, WorkspaceEdit, window, workspace } from "vscode";
import { writtenReport } from "../../../engine/formats/sameLaunches";
import type { SimulateJson } from "../../../engine/formats/simulation";
import { until } from "../shared/documents";

describe("in the Node extension host", () => {
  it("reads a header of the user's own beside the file", async () => {
    const { mkdtempSync, writeFileSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const { join } = await import("node:path");
    const folder = mkdtempSync(join(tmpdir(), "warplens-header-"));
    writeFileSync(join(folder, "stride.h"), "constexpr int stride = 32;\n");
    const file = join(folder, "kernel.cu");
    writeFileSync(file, '#include "stride.h"\n__global__ void f(float* p) { p[threadIdx.x * stride] = 1.0f; }\n');
    const document = await workspace.openTextDocument(file);
    await window.showTextDocument(document);
    const found = await until("a finding", () => {
      const own = languages.getDiagnostics(document.uri).filter((one) => one.source === "WarpLens");
      return own.length ? own : undefined;
    });
    ok(found[0]!.message.includes("32"), found[0]!.message);
    // What is typed there counts before it is saved.
    const header = await workspace.openTextDocument(join(folder, "stride.h"));
    const edit = new WorkspaceEdit();
    const at = header.getText().indexOf("32");
    edit.replace(header.uri, new Range(header.positionAt(at), header.positionAt(at + 2)), "1");
    await workspace.applyEdit(edit);
    ok(header.isDirty, "the header is not saved");
    await until("the finding to go", () => {
      const left = languages.getDiagnostics(document.uri).filter((one) => one.source === "WarpLens");
      return left.length === 0 ? true : undefined;
    });
  });

  it("opens a run as it is printed, where launches that are alike are written once", async () => {
    const { mkdtempSync, writeFileSync } = await import("node:fs");
    const { tmpdir } = await import("node:os");
    const { join } = await import("node:path");
    const folder = mkdtempSync(join(tmpdir(), "warplens-runs-"));
    const file = join(folder, "many.cu");
    writeFileSync(
      file,
      `__global__ void step(float* a) { a[threadIdx.x] += 1; }
int main() {
  float* a;
  cudaMalloc(&a, 256);
  cudaMemset(a, 0, 256);
  for (int i = 0; i < 200; i++) step<<<1, i == 70 ? 64 : 32>>>(a);
  cudaFree(a);
}
`,
    );
    const document = await workspace.openTextDocument(file);
    await window.showTextDocument(document);
    const lens = await until("a lens above main", async () => {
      const found = await commands.executeCommand<CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 20);
      return found.find(({ command }) => command?.title.includes("Simulate program"));
    });
    const { command, arguments: given = [] } = lens.command!;
    const { report } = await commands.executeCommand<{ report: SimulateJson }>(command, ...given);
    equal(report.launches.length, 200, report.message);
    const saved = join(folder, "many.json");
    const printed = JSON.stringify(writtenReport(report));
    writeFileSync(saved, printed);
    equal(printed.split("sameAs").length - 1, 198);
    const opened = await commands.executeCommand<{ report: SimulateJson }>("warplens.openRun", Uri.file(saved));
    deepEqual(opened.report, JSON.parse(JSON.stringify(report)));
  });
});
