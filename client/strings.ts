/**
 * The words of the views, in the language of the editor. The extension and its webviews are separate programs: each is given
 * the table of translations once, before anything is drawn, and what is not in it stays English.
 */

/** Translations by English text, as VS Code has them. */
type Strings = Readonly<Record<string, string>>;

let table: Strings = {};

/** Takes the table of translations; none where the editor's language is English. */
export function useStrings(strings: Strings | undefined): void {
  table = strings ?? {};
}

/** A text in the editor's language; `{0}` stands for the first value. The text itself is the key, so it is written in the call. */
export const t = (text: string, ...values: readonly (string | number)[]): string =>
  (table[text] ?? text).replaceAll(/\{(\d)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
