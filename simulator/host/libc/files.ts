/** Files of a simulated program: bytes in memory by path, seeded from outside, never written back. Standard input too. */
import type { HostMachine } from "../model/machine";
import { HostLimit } from "../model/traps";

/** Stream handles are small numbers that no program looks into. */
export const STREAMS = { stdin: 1n, stdout: 2n, stderr: 3n } as const;

/** An open file. `output` names the machine's own streams, which have no bytes to go back to. */
export interface OpenFile {
  readonly path: string;
  readonly output: "stdout" | "stderr" | undefined;
  readonly writable: boolean;
  readonly readable: boolean;
  readonly append: boolean;
  at: number;
  eof: boolean;
  /** Bytes that were put back, the next one last. */
  readonly pushed: number[];
}

/** Bytes that grow as a file is written. */
interface Content {
  bytes: Uint8Array;
  length: number;
  /** The program wrote it, or made it. */
  written: boolean;
}

/** Bytes of all files together before the run stops. */
const MAX_BYTES = 1 << 28;

class Files {
  readonly content = new Map<string, Content>();
  /** Folders that the program made; others are there where there is a file in them. */
  readonly folders = new Set<string>();
  readonly open = new Map<bigint, OpenFile>();
  private next = 4n;
  private total = 0;

  constructor(machine: HostMachine) {
    for (const [path, bytes] of machine.options.files ?? [])
      this.content.set(normal(path), { bytes, length: bytes.length, written: false });
    const { stdin } = machine.options;
    this.content.set("/dev/stdin", { bytes: stdin, length: stdin.length, written: false });
    this.open.set(STREAMS.stdin, stream("/dev/stdin", undefined));
    this.open.set(STREAMS.stdout, stream("", "stdout"));
    this.open.set(STREAMS.stderr, stream("", "stderr"));
  }

  /** `fopen`; 0 when there is no such file, or no folder for it. */
  fopen(name: string, mode: string): bigint {
    const path = normal(name);
    const plus = mode.includes("+");
    const kind = mode[0];
    if (kind !== "r" && path.includes("/") && !this.hasFolder(path)) return 0n;
    if (kind === "r" && !this.content.has(path)) return 0n;
    if (kind === "w" || !this.content.has(path))
      this.content.set(path, { bytes: new Uint8Array(64), length: 0, written: true });
    const handle = this.next++;
    this.open.set(handle, {
      path,
      output: undefined,
      writable: kind !== "r" || plus,
      readable: kind === "r" || plus,
      append: kind === "a",
      at: kind === "a" ? this.content.get(path)!.length : 0,
      eof: false,
      pushed: [],
    });
    return handle;
  }

  private hasFolder(path: string): boolean {
    return this.isFolder(path.slice(0, path.lastIndexOf("/")));
  }

  isFolder(path: string): boolean {
    const inside = (one: string) => one.startsWith(`${path}/`);
    return path === "/tmp" || this.folders.has(path) || [...this.content.keys(), ...this.folders].some(inside);
  }

  write(file: OpenFile, data: Uint8Array): void {
    const content = this.content.get(file.path)!;
    content.written = true;
    if (file.append) file.at = content.length;
    const end = file.at + data.length;
    if (end > content.bytes.length) {
      const grown = new Uint8Array(Math.max(end, 2 * content.bytes.length));
      this.total += grown.length - content.bytes.length;
      if (this.total > MAX_BYTES) throw new HostLimit(`the program's files need more than ${MAX_BYTES} bytes`);
      grown.set(content.bytes.subarray(0, content.length));
      content.bytes = grown;
    }
    content.bytes.set(data, file.at);
    file.at = end;
    content.length = Math.max(content.length, end);
  }

  /** The next byte, −1 at the end. */
  take(file: OpenFile): number {
    const back = file.pushed.pop();
    if (back !== undefined) return back;
    const content = this.content.get(file.path);
    if (!content || file.at >= content.length) {
      file.eof = true;
      return -1;
    }
    return content.bytes[file.at++]!;
  }

  size(file: OpenFile): number {
    return this.content.get(file.path)?.length ?? 0;
  }
}

function stream(path: string, output: OpenFile["output"]): OpenFile {
  return {
    path,
    output,
    writable: output !== undefined,
    readable: !output,
    append: false,
    at: 0,
    eof: false,
    pushed: [],
  };
}

/** The files that the program wrote and did not remove, by path. */
export function writtenFiles(machine: HostMachine): { readonly path: string; readonly bytes: number }[] {
  const { content } = filesOf(machine);
  return [...content]
    .filter(([, { written }]) => written)
    .map(([path, { length }]) => ({ path, bytes: length }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `./a//b` → `a/b`. */
export function normal(path: string): string {
  const parts = path.split("/").filter((part, i) => part !== "." && (part !== "" || i === 0));
  return parts.join("/");
}

const machines = new WeakMap<HostMachine, Files>();

/** The files of a run, made when they are first asked for. */
export function filesOf(machine: HostMachine): Files {
  let known = machines.get(machine);
  if (!known) {
    known = new Files(machine);
    machines.set(machine, known);
  }
  return known;
}

/** An open file by its handle; a handle that is none stops the program with the reason. */
export function fileOf(machine: HostMachine, handle: bigint): OpenFile {
  const file = filesOf(machine).open.get(handle);
  if (!file)
    throw machine.trap(handle === 0n ? "a file is used that could not be opened" : "a file is used that is not open");
  return file;
}

/** The next byte of a file, −1 at its end. */
export function nextByte(machine: HostMachine, file: OpenFile): number {
  return file.readable ? filesOf(machine).take(file) : -1;
}

/** Writes at a file's position, or to a stream of the machine's; false for a file that is only read. */
export function writeBytes(machine: HostMachine, handle: bigint, bytes: Uint8Array): boolean {
  const file = fileOf(machine, handle);
  if (!file.writable) return false;
  if (file.output) machine.write(file.output, bytes);
  else filesOf(machine).write(file, bytes);
  return true;
}
