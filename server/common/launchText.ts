/** Where a cursor stands inside `kernel<<<grid, block, shared, stream>>>`, read from the text: launches being typed do not parse. */

/** A position inside `<<< >>>`. */
export interface LaunchPosition {
  readonly kernel: string;
  /** 0 grid, 1 block, 2 shared bytes, 3 stream. */
  readonly slot: number;
  /** Offset where the slot's text begins, after the comma or `<<<`. */
  readonly slotStart: number;
  /** Text of the slots before. */
  readonly slots: readonly string[];
}

/** A launch configuration is rarely longer, and reading further back would cost on every keystroke. */
const REACH = 400;

/** Undefined when the cursor is not between `<<<` and `>>>`. */
export function launchAt(text: string, offset: number): LaunchPosition | undefined {
  const from = Math.max(0, offset - REACH);
  const before = text.slice(from, offset);
  const open = before.lastIndexOf("<<<");
  if (open < 0 || before.indexOf(">>>", open) >= 0 || /[;{}]/.test(before.slice(open))) return undefined;
  const kernel = /([A-Za-z_]\w*)\s*(?:<[^;{}<>]*>)?\s*$/.exec(before.slice(0, open))?.[1];
  if (kernel === undefined) return undefined;
  let depth = 0;
  const slots: string[] = [];
  let slotStart = open + 3;
  for (let i = open + 3; i < before.length; i++) {
    const character = before[i]!;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === "," && depth === 0) {
      slots.push(before.slice(slotStart, i).trim());
      slotStart = i + 1;
    }
  }
  return { kernel, slot: slots.length, slotStart: from + slotStart, slots };
}

/** The four slots, in order, with what belongs in each. */
export const launchSlots = [
  { label: "grid", documentation: "Blocks: a number or a `dim3`. At most 2147483647 in x, 65535 in y and z." },
  { label: "block", documentation: "Threads per block: a number or a `dim3`. At most 1024 in total, 64 in z." },
  { label: "shared = 0", documentation: "Bytes of dynamic shared memory per block, for `extern __shared__` arrays." },
  {
    label: "stream = 0",
    documentation: "The stream of the launch. It is the fourth argument: the third is bytes of shared memory.",
  },
] as const;
