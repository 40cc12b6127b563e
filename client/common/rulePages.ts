/** Documentation pages of the rules, which the server carries, as read-only documents. */
import { commands, l10n, type TextDocumentContentProvider, Uri } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { RULE_PAGE } from "../../server/protocol";

/** URI scheme of rule pages. */
export const RULE_SCHEME = "warplens-rule";
/** Prefix of links to rule pages. */
export const RULE_PAGES = `${RULE_SCHEME}:/`;

/** Gives the pages of rules as documents. */
export const rulePageProvider = (client: BaseLanguageClient): TextDocumentContentProvider => ({
  async provideTextDocumentContent(uri) {
    const rule = uri.path.replace(/^\/|\.md$/g, "");
    const page: string | null = await client.sendRequest(RULE_PAGE, { rule });
    return page ?? `# ${rule}\n\n${l10n.t("There is no page of this rule.")}`;
  },
});

/** Shows the page of a rule as rendered Markdown. */
export const openRulePage = (rule: string): Thenable<unknown> =>
  commands.executeCommand("markdown.showPreview", Uri.parse(`${RULE_PAGES}${rule}.md`));
