/** Functions, kernels and shared arrays as symbols, unless another extension gives an outline already. */
import { type DocumentSymbol, type DocumentSymbolParams, SymbolKind } from "vscode-languageserver";
import type { Outline } from "../../analyzer/syntax/model";
import type { Feature } from "../common/context";
import { guarded } from "../common/handlers";
import { rangeOf } from "../common/positions";
import type { Snapshot } from "../common/snapshots";

function symbolsOf(snapshot: Snapshot, outline: Outline): DocumentSymbol[] {
  return outline.functions.flatMap((one, index) =>
    one.name === ""
      ? []
      : [
          {
            name: one.name,
            detail: one.isKernel ? "kernel" : one.isDevice ? "device" : "",
            kind: SymbolKind.Function,
            range: rangeOf(snapshot, one),
            selectionRange: rangeOf(snapshot, one.nameSpan),
            children: outline.arrays
              .filter((array) => array.isShared && array.within === index && array.name !== "")
              .map((array) => ({
                name: array.name,
                detail: "shared",
                kind: SymbolKind.Array,
                range: rangeOf(snapshot, array),
                selectionRange: rangeOf(snapshot, array),
              })),
          },
        ],
  );
}

/** The outline of a document. */
export const documentSymbols: Feature = {
  name: "document symbols",
  register(context) {
    const { connection } = context;
    connection.onDocumentSymbol(
      guarded(context, "document symbols", [] as DocumentSymbol[], async ({ textDocument }: DocumentSymbolParams) => {
        const mode = context.settings().documentSymbols;
        const snapshot = context.snapshots.get(textDocument.uri);
        if (!snapshot || mode === "off" || (mode === "auto" && context.othersProvide())) return [];
        return symbolsOf(snapshot, await context.engine.outline(snapshot));
      }),
    );
    return undefined;
  },
};
