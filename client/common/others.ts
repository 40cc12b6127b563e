/** Whether another extension gives symbols and semantic tokens for CUDA: then ours stay silent unless asked for. */
import { type Disposable, extensions } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { OTHER_PROVIDERS, type OtherProvidersParams } from "../../server/protocol";

const providers = ["llvm-vs-code-extensions.vscode-clangd", "ms-vscode.cpptools"];

/** Whether another C++ extension provides symbols and semantic tokens. */
export const othersProvide = (): boolean => providers.some((id) => extensions.getExtension(id) !== undefined);

/** Notifies the server when that changes. */
export function watchOthers(client: BaseLanguageClient): Disposable {
  return extensions.onDidChange(() => {
    const params: OtherProvidersParams = { active: othersProvide() };
    void client.sendNotification(OTHER_PROVIDERS, params);
  });
}
