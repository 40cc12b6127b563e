/** The lessons about the memory system: each an editor of its own with findings, lenses, heat and a question, to change and run. */
import {
  CodeLens,
  type CodeLensProvider,
  commands,
  type Disposable,
  l10n,
  languages,
  Range,
  Selection,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import { type Snippet, snippets } from "../../examples/snippets";
import type { Session } from "./session";

const uriOf = (index: number): Uri =>
  Uri.from({ scheme: "untitled", path: `Lesson ${index + 1}, ${snippets[index]!.kernel}.cu` });

/** The lesson that a document is, counted from 0; undefined for any other. */
function lessonOf({ uri }: Pick<TextDocument, "uri">): number | undefined {
  const index = uri.scheme === "untitled" ? snippets.findIndex((_, at) => uriOf(at).path === uri.path) : -1;
  return index < 0 ? undefined : index;
}

/** The lines above a lesson's own comment. */
const headOf = (index: number, { title, question }: Snippet): string =>
  `// Lesson ${index + 1} of ${snippets.length}. ${title}\n// Question: ${question} Change it and simulate again.\n`;

/** Shows a lesson as it was left, or as it begins, and runs it. */
async function openLesson(session: Session, index: number): Promise<unknown> {
  const lesson = snippets[index];
  if (!lesson) return undefined;
  const uri = uriOf(index);
  const document = await workspace.openTextDocument(uri);
  const editor = await window.showTextDocument(document, { preview: false });
  if (document.getText() === "") {
    const edit = new WorkspaceEdit();
    edit.insert(uri, document.positionAt(0), headOf(index, lesson) + lesson.text);
    await workspace.applyEdit(edit);
    editor.selection = new Selection(0, 0, 0, 0);
  }
  return session.simulateKernel(uri.toString(), lesson.kernel);
}

/** Next and previous above a lesson. */
const lenses: CodeLensProvider = {
  provideCodeLenses(document) {
    const index = lessonOf(document);
    if (index === undefined) return [];
    const top = new Range(0, 0, 0, 0);
    const lens = (title: string, to: number) =>
      new CodeLens(top, { title, command: "warplens.openLesson", arguments: [to] });
    return [
      ...(index > 0 ? [lens(`$(arrow-left) ${snippets[index - 1]!.title}`, index - 1)] : []),
      ...(index + 1 < snippets.length ? [lens(`${snippets[index + 1]!.title} $(arrow-right)`, index + 1)] : []),
    ];
  },
};

/** Lets the user choose a lesson. */
async function chooseLesson(): Promise<number | undefined> {
  const items = snippets.map(({ title, lesson }, index) => ({
    label: `${index + 1}. ${title}`,
    detail: lesson,
    index,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t("The memory system in ten lessons"),
    placeHolder: l10n.t("Each opens in an editor and runs"),
    matchOnDetail: true,
  });
  return chosen?.index;
}

/** Registers lessons: the command that opens one, by its number or by choice, and the lenses above each. */
export function registerLessons(session: Session, showView: () => Thenable<unknown>): Disposable[] {
  const open = async (index?: number) => {
    const chosen = index ?? (await chooseLesson());
    if (chosen === undefined) return undefined;
    await showView();
    return openLesson(session, chosen);
  };
  const beside = (by: 1 | -1) => () => {
    const here = window.activeTextEditor && lessonOf(window.activeTextEditor.document);
    return open(here === undefined ? 0 : Math.max(0, Math.min(snippets.length - 1, here + by)));
  };
  return [
    commands.registerCommand("warplens.openSnippet", () => open()),
    commands.registerCommand("warplens.openLesson", open),
    commands.registerCommand("warplens.nextLesson", beside(1)),
    commands.registerCommand("warplens.previousLesson", beside(-1)),
    languages.registerCodeLensProvider({ scheme: "untitled" }, lenses),
  ];
}
