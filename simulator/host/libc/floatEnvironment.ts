/**
 * The floating-point environment. The simulated host rounds to nearest, and its arithmetic raises no exception flags:
 * what asks for another direction or for an exception that might have occurred is not answered at all.
 */

import type { HostLibrary, HostMachine } from "../model/machine";
import { HostUnsupported } from "../model/traps";

/** glibc's numbers of the directions of rounding, on x86-64. */
const NEAREST = 0;
const DIRECTIONS: Readonly<Record<number, string>> = {
  1024: "FE_DOWNWARD",
  2048: "FE_UPWARD",
  3072: "FE_TOWARDZERO",
};

function refuse(machine: HostMachine, what: string): never {
  throw new HostUnsupported(`the simulated host does not have ${what}`, machine.place);
}

/** Functions of `<fenv.h>`. */
export const floatEnvironment: HostLibrary = {
  fegetround: () => NEAREST,
  fesetround(machine, direction: number) {
    if (direction === NEAREST) return 0;
    const name = DIRECTIONS[direction];
    // What is no direction is refused by the C library as well.
    return name === undefined ? 1 : refuse(machine, `fesetround(${name}): its arithmetic rounds to nearest`);
  },
  feclearexcept: () => 0,
  fetestexcept: (machine) => refuse(machine, "fetestexcept: exceptions of its arithmetic are not noted"),
};
