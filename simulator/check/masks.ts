/** Masks that name lanes: who is in whose, and what is wrong with them. Reference: PTX ISA, "bar.warp.sync", "shfl.sync". */
const LANES = 32;

/** Lanes that name the same ones. */
export interface Team {
  readonly lanes: number;
  readonly named: number;
}

/** The running lanes by the masks that they name. */
export function teamsOf(mask: number, named: Int32Array): readonly Team[] {
  const teams: { lanes: number; readonly named: number }[] = [];
  for (let lane = 0; lane < LANES; lane++) {
    if (!((mask >>> lane) & 1)) continue;
    const team = teams.find((one) => one.named === named[lane]);
    if (team) team.lanes |= 1 << lane;
    else teams.push({ lanes: 1 << lane, named: named[lane]! });
  }
  return teams;
}

/** A lane, and what is wrong with the mask that it names. */
export interface MaskFault {
  readonly lane: number;
  readonly named: number;
  /** The lane that it names and that names other ones; absent where it leaves itself out. */
  readonly other?: number;
  /** The lane that it names and that went on and exited without executing the instruction. */
  readonly passed?: number;
}

const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

/**
 * What is wrong with a mask beside those that other lanes named: a lane that does not name itself, lanes that name different
 * sets, or a lane that is named and went past; undefined where nothing is. A lane that had exited may be named.
 * @param passed lanes that went on while others waited for them
 */
export function maskFault(mask: number, teams: readonly Team[], passed: number): MaskFault | undefined {
  for (const { lanes, named } of teams) {
    const left = lanes & ~named;
    if (left) return { lane: lowest(left), named };
    const others = named & mask & ~lanes;
    if (others) return { lane: lowest(lanes), named, other: lowest(others) };
    const gone = named & passed & ~mask;
    if (gone) return { lane: lowest(lanes), named, passed: lowest(gone) };
  }
  return undefined;
}
