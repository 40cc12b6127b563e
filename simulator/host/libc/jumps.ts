/** `setjmp` and `longjmp`: a number in the buffer says which call of which function a jump leads to. */
import type { HostLibrary, HostMachine } from "../model/machine";
import { HostTrap } from "../model/traps";

interface Mark {
  /** Where the frame of the call is that is returned to, and which of its pieces goes on. */
  readonly frame: number;
  readonly piece: number;
}

/** What passes through the engine while a jump is under way. */
class LongJump extends HostTrap {}

interface State {
  readonly marks: Mark[];
  under: Mark | undefined;
  value: number;
}

const states = new WeakMap<HostMachine, State>();

function stateOf(machine: HostMachine): State {
  const known = states.get(machine) ?? { marks: [], under: undefined, value: 0 };
  states.set(machine, known);
  return known;
}

/** Numbers in buffers begin here, so that a buffer that was never set is recognised. */
const FIRST = 0x6a6d70n << 32n;

/** Units of work that a jump counts as: about as long as it takes. */
const JUMP_WORK = 500;

function jump(machine: HostMachine, buffer: bigint, value: number): never {
  machine.program.spend(JUMP_WORK);
  const state = stateOf(machine);
  const mark = state.marks[Number(machine.getLong(buffer) - FIRST)];
  if (!mark) throw machine.trap("longjmp is given a buffer that setjmp did not set");
  state.under = mark;
  state.value = value === 0 ? 1 : value;
  throw new LongJump("longjmp leads into a function that has returned", machine.place);
}

/** As generated code imports them. */
export function jumpHelpers(machine: HostMachine) {
  return {
    mark(buffer: bigint, frame: number, piece: number) {
      const { marks } = stateOf(machine);
      const known = Number(machine.getLong(buffer) - FIRST);
      // A loop that sets the same buffer again and again needs one mark only.
      const index = marks[known] ? known : marks.length;
      marks[index] = { frame, piece };
      machine.setLong(buffer, FIRST + BigInt(index));
    },
    landed(frame: number) {
      const state = stateOf(machine);
      if (state.under?.frame !== frame) return -1;
      const { piece } = state.under;
      state.under = undefined;
      return piece;
    },
    jumpValue: () => stateOf(machine).value,
  };
}

/** The library's functions for jumps, by name. */
export const jumps: HostLibrary = {
  longjmp: jump,
  _longjmp: jump,
  siglongjmp: jump,
};
