/** The tools for assistants, lent to those of VS Code: agents may call them, people may name them with `#`. */
import {
  type CancellationToken,
  type Disposable,
  LanguageModelTextPart,
  type LanguageModelToolInvocationOptions,
  LanguageModelToolResult,
  l10n,
  lm,
  workspace,
} from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { CALL_TOOL, type CallToolParams, type CallToolResult } from "../../server/protocol";

/** What the names in `package.json` begin with, since all extensions share one list. */
const PREFIX = "warplens_";

/** The tools by the names that `package.json` declares, and what an assistant sees while one runs. */
const running: Readonly<Record<string, () => string>> = {
  check: () => l10n.t("Checking CUDA code"),
  simulate: () => l10n.t("Simulating on a GPU"),
  compare: () => l10n.t("Comparing two versions on a simulated GPU"),
  explain: () => l10n.t("Reading the rule's page"),
};

/** Registers the tools; none where the editor has no assistants. */
export function registerTools(client: BaseLanguageClient): readonly Disposable[] {
  // Editors that only implement an older interface lack it.
  if (typeof lm?.registerTool !== "function") return [];
  return Object.entries(running).map(([name, message]) =>
    lm.registerTool<object>(`${PREFIX}${name}`, {
      prepareInvocation: () => ({ invocationMessage: message() }),
      async invoke({ input }: LanguageModelToolInvocationOptions<object>, token: CancellationToken) {
        const folder = workspace.workspaceFolders?.[0]?.uri.toString();
        const params: CallToolParams = { name, input, ...(folder && { folder }) };
        const { result }: CallToolResult = await client.sendRequest(CALL_TOOL, params, token);
        return new LanguageModelToolResult([new LanguageModelTextPart(JSON.stringify(result))]);
      },
    }),
  );
}
