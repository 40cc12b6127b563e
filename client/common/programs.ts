/** What each program is given, kept with the workspace: a program of several files is named once. */
import type { Memento } from "vscode";
import { emptyForm, type RunForm } from "../messages";

/** The fields of the form that are about the program. */
const FIELDS = ["words", "files", "sources", "stdin", "environment", "deviceCount"] as const;

/** What a program is given. */
export type ProgramForm = Pick<RunForm, (typeof FIELDS)[number]>;

const KEY = "warplens.programs";

/** Programs that are kept, the newest. */
const MOST = 50;

type Kept = readonly (readonly [uri: string, form: Partial<ProgramForm>])[];

/** What was typed for the programs of a workspace, by the file with `main`. */
export class Programs {
  constructor(readonly memento: Memento) {}

  /** What a program was last run with; nothing of one that never ran. */
  of(uri: string): ProgramForm {
    const kept = this.#all.find(([one]) => one === uri)?.[1] ?? {};
    const pairs = FIELDS.map((field) => [field, typeof kept[field] === "string" ? kept[field] : emptyForm[field]]);
    return Object.fromEntries(pairs) as ProgramForm;
  }

  keep(uri: string, form: ProgramForm): void {
    const own = Object.fromEntries(FIELDS.flatMap((field) => (form[field] === "" ? [] : [[field, form[field]]])));
    const others = this.#all.filter(([one]) => one !== uri);
    const all: Kept = Object.keys(own).length > 0 ? [[uri, own], ...others] : others;
    void this.memento.update(KEY, all.slice(0, MOST));
  }

  get #all(): Kept {
    const kept: unknown = this.memento.get(KEY);
    return Array.isArray(kept) ? (kept.filter((one) => Array.isArray(one) && typeof one[1] === "object") as Kept) : [];
  }
}
