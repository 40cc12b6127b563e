/** The words of the fuzz: what is done to the product. */

/** A text that is opened as a CUDA file. */
export interface HostileFile {
  readonly what: string;
  readonly text: string;
}

/** A program whose run must end by itself, within its budget, with its reason. */
export interface HostileProgram extends HostileFile {
  /** Outcomes that are right. */
  readonly ends: RegExp;
  /** What the sentence must say. */
  readonly says?: RegExp;
}
