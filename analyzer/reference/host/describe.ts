/** What is written of a call of the runtime; its declaration is the headers'. */
import type { Entry } from "../model";

/** Descriptions by name. */
export type Described = Readonly<Record<string, Omit<Entry, "signatures">>>;
