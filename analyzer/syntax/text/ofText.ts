/** Functions of one text that many questions about it share: computed once for each of the texts asked about last. */

/** Texts that are remembered: those of a file before and after a keystroke, and of what it includes. */
const KEPT = 8;

/** The same pure function, with its answers for the last few texts. */
export function ofText<Answer>(compute: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  let latest: { readonly text: string; readonly answer: Answer } | undefined;
  return (text) => {
    if (latest?.text === text) return latest.answer;
    const answer = known.has(text) ? known.get(text)! : compute(text);
    known.delete(text);
    known.set(text, answer);
    for (const old of [...known.keys()].slice(0, Math.max(0, known.size - KEPT))) known.delete(old);
    latest = { text, answer };
    return answer;
  };
}

/** Characters of the longest text that counts as short. */
const SHORT = 200;
/** Short texts that are remembered: more than the expressions of a file. */
const MOST = 5000;

/** The same pure function, with its answers for short texts that come again and again: numbers, names, sizes of launches. */
export function ofShortText<Answer>(compute: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    if (text.length > SHORT) return compute(text);
    const before = known.get(text);
    if (before) return before.answer;
    // A part of a text keeps the whole of it in memory, this copy does not.
    const own = text.split("").join("");
    const answer = compute(own);
    if (known.size >= MOST) known.clear();
    known.set(own, { answer });
    return answer;
  };
}
