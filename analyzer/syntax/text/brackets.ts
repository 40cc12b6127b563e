/** Brackets of a text, found by counting. */

/** Offset of the bracket that closes the one at `open`; strings and comments are taken as they come. */
export function closingBracket(text: string, open: number): number | undefined {
  const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
  const [opening, closing] = [text[open]!, pairs[text[open]!]];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === opening) depth++;
    else if (text[at] === closing && --depth === 0) return at;
  }
  return undefined;
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The brackets that are open, innermost last; what is asked takes no longer however many they are. */
export class OpenBrackets {
  private readonly open: string[] = [];
  /** Positions in `open` by bracket. */
  private readonly positions: Readonly<Record<string, number[]>> = { "(": [], "[": [], "{": [] };

  get length(): number {
    return this.open.length;
  }

  push(opener: string): void {
    this.positions[opener]!.push(this.open.length);
    this.open.push(opener);
  }

  /** Position of the innermost of a kind; -1 where none is open. */
  innermost(opener: string): number {
    return this.positions[opener]!.at(-1) ?? -1;
  }

  /** Position of the outermost of a kind; -1 where none is open. */
  outermost(opener: string): number {
    return this.positions[opener]![0] ?? -1;
  }

  /** Closes all from a position on. */
  cut(position: number): void {
    while (this.open.length > position) this.positions[this.open.pop()!]!.pop();
  }

  /** As they were opened. */
  all(): readonly string[] {
    return [...this.open];
  }
}

/** Unmatched brackets of one piece that are remembered: a piece with more is taken to match nothing. */
const REMEMBERED = 256;

/** The unmatched brackets of text that is read in pieces: closing ones without an opener, and open ones. */
export class Balance {
  private readonly closers: string[] = [];
  private readonly open: string[] = [];
  private isBroken = false;
  /** The last character that is not blank; empty before there is one. */
  last = "";

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      if (text.charCodeAt(at) <= 32) continue;
      this.last = text[at]!;
      this.bracket(this.last);
    }
  }

  /** Another piece follows. */
  append(piece: Balance): void {
    for (const closer of piece.closers) this.bracket(closer);
    for (const opener of piece.open) this.bracket(opener);
    if (piece.isBroken) this.isBroken = true;
    if (piece.last !== "") this.last = piece.last;
  }

  private bracket(character: string): void {
    if (this.isBroken) return;
    if (CLOSERS[character] !== undefined) this.open.push(character);
    else if (character === ")" || character === "]" || character === "}") {
      const opener = this.open.pop();
      if (opener === undefined) this.closers.push(character);
      else if (CLOSERS[opener] !== character) this.isBroken = true;
    }
    if (this.open.length > REMEMBERED || this.closers.length > REMEMBERED) this.isBroken = true;
  }

  /** Brackets balanced, nothing begun and not ended. */
  standsAlone(): boolean {
    if (this.isBroken || this.open.length > 0 || this.closers.length > 0) return false;
    return this.last === "" || this.last === ";" || this.last === "}";
  }
}
