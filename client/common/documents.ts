/** Which documents are ours: VS Code's own id for CUDA, and the one that older extensions contribute. */
import type { TextDocument, Uri } from "vscode";

/** Language identifiers of CUDA documents. */
export const languageIds = ["cuda-cpp", "cuda"] as const;

/** Whether a document is CUDA source. */
export const isCuda = (document: Pick<TextDocument, "languageId">): boolean =>
  (languageIds as readonly string[]).includes(document.languageId);

/** The last part of its path. */
export const fileName = (uri: Uri): string => uri.path.slice(uri.path.lastIndexOf("/") + 1);
