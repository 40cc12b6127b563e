/** Which line of the user's file an instruction is shown at. */
import { frames, outermostFrame } from "./frames";
import type { Instruction, Location, Value } from "./model";
import { usesIn } from "./uses";

/** Where something is shown. */
export interface UserLocation {
  /** The outermost frame in the user's file. */
  readonly shown: Location;
  /** All frames, from where the instruction was written to the kernel. */
  readonly frames: readonly Location[];
  /** What the location belongs to: the instruction, or what stands in for it when it has none. */
  readonly from: "itself" | "user" | "value" | "address";
}

/** How far a chain of address computations is followed for a location. */
const ADDRESS_STEPS = 16;
/** How many users without a location are looked through for one that has it. */
const USER_STEPS = 32;

/**
 * The place of an instruction in `mainFile`: the outermost frame there. An instruction without a location takes that of
 * its first user, of the value that it stores, or of its address computation. Nothing when no frame is in that file.
 */
export function userLocation(instruction: Instruction, mainFile: string): UserLocation | undefined {
  const own = shown(instruction.location, mainFile, "itself");
  if (own || instruction.location?.line) return own;
  const used = userPlace(instruction, mainFile);
  if (used) return used;
  if (instruction.op === "store" || instruction.op === "atomicrmw") {
    const place = shown(locationOf(instruction.value), mainFile, "value");
    if (place) return place;
  }
  return addressLocation(instruction, mainFile);
}

/** Line 0 is how the compiler says that code has no line. */
function shown(location: Location | undefined, mainFile: string, from: UserLocation["from"]): UserLocation | undefined {
  const outermost = outermostFrame(location, ({ file, line }) => file === mainFile && line > 0);
  return outermost && { shown: outermost, frames: frames(location), from };
}

function locationOf(value: Value): Location | undefined {
  return value.kind === "instruction" ? value.location : undefined;
}

/** The place of the first user that has one; users without a place are looked through, nearest first. */
function userPlace(instruction: Instruction, mainFile: string): UserLocation | undefined {
  const uses = usesIn(instruction.block.function);
  const seen = new Set<Instruction>([instruction]);
  for (const value of seen) {
    for (const user of uses.of(value)) {
      const place = shown(user.location, mainFile, "user");
      if (place) return place;
      if (seen.size < USER_STEPS) seen.add(user);
    }
  }
  return undefined;
}

function addressLocation(instruction: Instruction, mainFile: string): UserLocation | undefined {
  let value = pointerOf(instruction);
  for (let step = 0; step < ADDRESS_STEPS && value?.kind === "instruction"; step++) {
    const place = shown(value.location, mainFile, "address");
    if (place) return place;
    value = value.op === "gep" ? value.base : value.op === "cast" ? value.value : undefined;
  }
  return undefined;
}

function pointerOf(instruction: Instruction): Value | undefined {
  switch (instruction.op) {
    case "load":
    case "store":
    case "atomicrmw":
    case "cmpxchg":
      return instruction.pointer;
    case "call":
      return instruction.arguments.find((value) => value.type.kind === "pointer");
    default:
      return undefined;
  }
}
