/** Extra arguments of a variadic call: slots of 8 bytes, or what is left of a `va_list`. */
import { decode } from "../../mathematics/extended";
import type { FormatArguments } from "../../text/format";
import type { HostMachine } from "../model/machine";

/** Reads slots from an address on. */
export function slotsAt(machine: HostMachine, address: bigint): FormatArguments & { pointer(): bigint } {
  let next = address;
  const take = () => {
    const at = next;
    next += 8n;
    return at;
  };
  const integer = () => machine.getLong(take());
  return {
    integer,
    pointer: integer,
    longReal() {
      // A `long double` lies at a multiple of 16 bytes and takes two slots.
      next = (next + 15n) & ~15n;
      const at = next;
      next += 16n;
      return decode([machine.getLong(at), machine.getInt(at + 8n) & 0xffff]);
    },
    real: () => machine.view.getFloat64(machine.at(take(), 8), true),
    string(limit) {
      const text = integer();
      if (text === 0n) return new TextEncoder().encode("(null)");
      if (limit === undefined) return machine.cString(text).slice();
      // With a precision the text need not end in zero.
      const start = machine.at(text, 0);
      const bytes = machine.bytes.subarray(start, start + limit);
      const end = bytes.indexOf(0);
      return bytes.slice(0, end < 0 ? limit : end);
    },
  };
}

/** The overflow area of a `va_list`, where every argument is (see `va_start`). */
export function slotsOf(machine: HostMachine, list: bigint): ReturnType<typeof slotsAt> {
  return slotsAt(machine, machine.getLong(list + 8n));
}
