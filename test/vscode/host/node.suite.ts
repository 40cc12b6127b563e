/** What only the Node extension host has. */
import { ok } from "node:assert/strict";
import { languages, Range, WorkspaceEdit, window, workspace } from "vscode";
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
});
