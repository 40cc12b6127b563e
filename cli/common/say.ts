/** Remarks on standard error, a line each: nothing but data goes to standard output. */
import { shownLine } from "./shown";

/** Writes one sentence. */
export const say = (text: string): void => void process.stderr.write(`warplens: ${shownLine(text)}\n`);
