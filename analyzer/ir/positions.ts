/** The source location at which an instruction is shown to the user. */
import { frames, outermostFrame } from "./frames";
import type { Instruction, Location, Value } from "./model";
import { usesIn } from "./uses";

/** The source location of an instruction in the user's file. */
export interface UserLocation {
  /** The outermost frame in the user's file. */
  readonly shown: Location;
  /** All frames, from where the instruction was written to the kernel. */
  readonly frames: readonly Location[];
  /** Whose location it is: the instruction's, or for one without a location that of a user, a stored value or an address. */
  readonly from: "itself" | "user" | "value" | "address";
}

/** The most address computations that are followed to find a location. */
const ADDRESS_STEPS = 16;
/** The most users without a location that are followed to find one with a location. */
const USER_STEPS = 32;

/**
 * The source location of an instruction in `mainFile`: its outermost frame there. An instruction without a location has that
 * of its first user, of the value that it stores, or of its address computation. Undefined where no frame is in that file.
 */
export function userLocation(instruction: Instruction, mainFile: string): UserLocation | undefined {
  const own = shown(instruction.location, mainFile, "itself");
  if (own || instruction.location?.line) return own;
  const used = locationOfUsers(instruction, mainFile);
  if (used) return used;
  if (instruction.op === "store" || instruction.op === "atomicrmw") {
    const place = shown(locationOf(instruction.value), mainFile, "value");
    if (place) return place;
  }
  return addressLocation(instruction, mainFile);
}

/** The location to show; the compiler gives code without a line the line 0. */
function shown(location: Location | undefined, mainFile: string, from: UserLocation["from"]): UserLocation | undefined {
  const outermost = outermostFrame(location, ({ file, line }) => file === mainFile && line > 0);
  return outermost && { shown: outermost, frames: frames(location), from };
}

function locationOf(value: Value): Location | undefined {
  return value.kind === "instruction" ? value.location : undefined;
}

/** The location of the first user that has one; users without a location are followed, nearest first. */
function locationOfUsers(instruction: Instruction, mainFile: string): UserLocation | undefined {
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
