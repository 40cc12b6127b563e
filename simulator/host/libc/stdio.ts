/** Standard output and error. Files in memory come with the whole-program work; `fopen` finds nothing until then. */
import type { HostLibrary, HostMachine } from "../machine";
import { formatBytes } from "./format";
import { slotsAt, slotsOf } from "./variadic";

type Slots = ReturnType<typeof slotsAt>;

/** Stream handles are small numbers that no program looks into. */
export const STREAMS = { stdin: 1n, stdout: 2n, stderr: 3n } as const;

function streamOf(machine: HostMachine, file: bigint): "stdout" | "stderr" {
  if (file === STREAMS.stdout) return "stdout";
  if (file === STREAMS.stderr) return "stderr";
  throw machine.trap("output to a file that is not open");
}

function print(machine: HostMachine, file: bigint, format: bigint, slots: Slots): number {
  const bytes = formatBytes(machine.cString(format), slots);
  machine.write(streamOf(machine, file), bytes);
  return bytes.length;
}

function printTo(machine: HostMachine, to: bigint, size: number, format: bigint, slots: Slots): number {
  const bytes = formatBytes(machine.cString(format), slots);
  if (size > 0) {
    const kept = bytes.subarray(0, size - 1);
    const start = machine.at(to, kept.length + 1);
    machine.bytes.set(kept, start);
    machine.bytes[start + kept.length] = 0;
  }
  return bytes.length;
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

function put(machine: HostMachine, byte: number, file: bigint): number {
  machine.write(streamOf(machine, file), Uint8Array.of(byte & 255));
  return byte & 255;
}

export const stdio: HostLibrary = {
  printf: (machine, format: bigint, extra: bigint) => print(machine, STREAMS.stdout, format, slotsAt(machine, extra)),
  fprintf: (machine, file: bigint, format: bigint, extra: bigint) =>
    print(machine, file, format, slotsAt(machine, extra)),
  sprintf: (machine, to: bigint, format: bigint, extra: bigint) =>
    printTo(machine, to, UNLIMITED, format, slotsAt(machine, extra)),
  snprintf: (machine, to: bigint, size: bigint, format: bigint, extra: bigint) =>
    printTo(machine, to, Number(size), format, slotsAt(machine, extra)),
  vprintf: (machine, format: bigint, list: bigint) => print(machine, STREAMS.stdout, format, slotsOf(machine, list)),
  vfprintf: (machine, file: bigint, format: bigint, list: bigint) =>
    print(machine, file, format, slotsOf(machine, list)),
  vsprintf: (machine, to: bigint, format: bigint, list: bigint) =>
    printTo(machine, to, UNLIMITED, format, slotsOf(machine, list)),
  vsnprintf: (machine, to: bigint, size: bigint, format: bigint, list: bigint) =>
    printTo(machine, to, Number(size), format, slotsOf(machine, list)),
  puts(machine, text: bigint) {
    machine.write("stdout", Uint8Array.of(...machine.cString(text), 10));
    return 1;
  },
  fputs(machine, text: bigint, file: bigint) {
    machine.write(streamOf(machine, file), machine.cString(text).slice());
    return 1;
  },
  putchar: (machine, byte: number) => put(machine, byte, STREAMS.stdout),
  fputc: put,
  putc: put,
  fwrite(machine, from: bigint, size: bigint, count: bigint, file: bigint) {
    const bytes = Number(size * count);
    const start = machine.at(from, bytes);
    machine.write(streamOf(machine, file), machine.bytes.slice(start, start + bytes));
    return count;
  },
  fflush: () => 0,
  setvbuf: () => 0,
  setbuf: () => {},
  fopen: () => 0n,
  fclose: () => 0,
  perror: (machine, text: bigint) =>
    machine.write("stderr", new TextEncoder().encode(`${machine.text(text)}: error\n`)),
};
