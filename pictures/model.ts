/**
 * A picture and the same figures as a table. A picture never says anything that its table does not: a reader who cannot see the
 * one reads the other.
 */
import type { Element } from "./markup";

/** One column of a {@link Table}. */
export interface Column {
  readonly title: string;
  /** Numbers are set to the right. */
  readonly numeric: boolean;
}

/** The figures of a picture as text: what screen readers read, and what is shown beside it. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A drawing with the words and the table that say the same. */
export interface Picture {
  readonly title: string;
  /** What the picture shows, in one sentence with its figures: its accessible name. */
  readonly description: string;
  readonly svg: Element;
  readonly table: Table;
}
