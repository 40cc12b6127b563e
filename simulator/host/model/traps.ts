/** What stops a program: a trap, something that the simulated machine lacks, its own end, a limit of the run. */
import type { Location } from "../../../analyzer/ir/model";

/** Numbers of the signals by which Linux ends a program. */
export const Signal = { abort: 6, arithmetic: 8, segment: 11 } as const;

/** Stops the program where it stands: a wild access, an abort, an endless recursion. */
export class HostTrap extends Error {
  constructor(
    message: string,
    readonly location?: Location,
    /** The signal by which a program ends for certain that does this; with 128 added, it is the exit code in a shell. */
    readonly signal?: number,
  ) {
    super(message);
  }
}

/** The library is given a null pointer for what it reads or writes. */
export class NullPointer extends HostTrap {}

/** Something that the simulated machine does not have. */
export class HostUnsupported extends HostTrap {}

/** The program ended itself, with or without the functions that it registered for its end. */
export class ProgramExit extends Error {
  constructor(
    readonly code: number,
    readonly runsHandlers = true,
  ) {
    super(`exit ${code}`);
  }
}

/** Frames that an error keeps where code of a library's headers is called from code of the program: they nest less. */
const FRAMES = 100;

/** A limit of the run was reached, at the last call of the library where no place is given. */
export class HostLimit extends Error {
  constructor(
    message: string,
    readonly location?: Location,
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = FRAMES;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
