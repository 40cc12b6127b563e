// Extensions that stand beside ours in a test of coexistence: what clangd's and NVIDIA's contribute where they meet ours. The
// real ones are not on a registry that tests can reach.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** clangd's: an error of its own on the first line of each CUDA file, and the symbols of the file. */
const clangd = `const { Diagnostic, DiagnosticSeverity, DocumentSymbol, languages, Range, SymbolKind, workspace } = require("vscode");
const isCuda = ({ languageId }) => ["cuda-cpp", "cuda"].includes(languageId);
exports.activate = ({ subscriptions }) => {
  const found = languages.createDiagnosticCollection("clangd");
  const line = new Range(0, 0, 0, 20);
  const mark = (document) => {
    if (!isCuda(document)) return;
    const one = new Diagnostic(line, "said by clangd", DiagnosticSeverity.Error);
    one.source = "clangd";
    found.set(document.uri, [one]);
  };
  workspace.textDocuments.forEach(mark);
  subscriptions.push(
    found,
    workspace.onDidOpenTextDocument(mark),
    languages.registerDocumentSymbolProvider(["cuda-cpp", "cuda"], {
      provideDocumentSymbols: () => [new DocumentSymbol("said by clangd", "", SymbolKind.Function, line, line)],
    }),
  );
};
`;

const engines = { vscode: "^1.80.0" };

/** By folder: a manifest, and a program where there is one. */
const beside = {
  "llvm-vs-code-extensions.vscode-clangd-0.1.0": {
    manifest: {
      ...{ publisher: "llvm-vs-code-extensions", name: "vscode-clangd", version: "0.1.0", engines },
      ...{ main: "./extension.js", activationEvents: ["onLanguage:cuda-cpp", "onLanguage:cuda"] },
    },
    program: clangd,
  },
  // Nsight's own id for .cu files, and the setting whose architecture ours takes where it is told nothing.
  "nvidia.nsight-vscode-edition-0.1.0": {
    manifest: {
      ...{ publisher: "nvidia", name: "nsight-vscode-edition", version: "0.1.0", engines },
      contributes: {
        languages: [{ id: "cuda", aliases: ["CUDA"], extensions: [".cu", ".cuh"] }],
        configuration: {
          properties: { "nsight.cuda.languageSupport.gpuArch": { type: "string", default: "sm_80" } },
        },
      },
    },
  },
};

/** Writes them into a folder of extensions. */
export function writeBeside(extensions) {
  for (const [name, { manifest, program }] of Object.entries(beside)) {
    const folder = join(extensions, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    if (program) writeFileSync(join(folder, "extension.js"), program);
  }
}
