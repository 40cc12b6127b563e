/** Folders of a simulated program, for `std::filesystem` and POSIX: they are there where files are, or where they were made. */
import type { HostLibrary, HostMachine } from "../model/machine";
import { filesOf, normal } from "./files";

const Kind = { nothing: 0, file: 1, folder: 2 } as const;

function kindOf(machine: HostMachine, path: string): number {
  const files = filesOf(machine);
  if (files.content.has(path)) return Kind.file;
  return path === "" || path === "." || files.isFolder(path) ? Kind.folder : Kind.nothing;
}

/** Names directly in a folder, sorted. */
function entries(machine: HostMachine, folder: string): string[] {
  const { content, folders } = filesOf(machine);
  const inside = folder === "" || folder === "." ? "" : `${folder}/`;
  const names = [...content.keys(), ...folders]
    .filter((path) => path.startsWith(inside) && path !== "/dev/stdin")
    .map((path) => path.slice(inside.length).split("/")[0]!);
  return [...new Set(names)].filter((name) => name !== "").sort();
}

/** Names directly in a folder, sorted; undefined where there is no such folder. */
export function entriesOf(machine: HostMachine, folder: string): readonly string[] | undefined {
  const path = normal(folder);
  return kindOf(machine, path) === Kind.folder ? entries(machine, path) : undefined;
}

function remove(machine: HostMachine, path: string, withContent: boolean): number {
  const { content, folders } = filesOf(machine);
  if (content.delete(path)) return 1;
  const inside = [...content.keys(), ...folders].filter((one) => one.startsWith(`${path}/`));
  if (inside.length > 0 && !withContent) return -1;
  for (const one of inside) {
    content.delete(one);
    folders.delete(one);
  }
  return inside.length + Number(folders.delete(path));
}

/** The library's functions for folders, by name. */
export const folders: HostLibrary = {
  __wl_file_kind: (machine, path: bigint) => kindOf(machine, normal(machine.text(path))),
  __wl_file_size: (machine, path: bigint) =>
    BigInt(filesOf(machine).content.get(normal(machine.text(path)))?.length ?? -1),
  __wl_make_folder(machine, at: bigint) {
    const path = normal(machine.text(at));
    if (kindOf(machine, path) !== Kind.nothing) return 0;
    filesOf(machine).folders.add(path);
    return 1;
  },
  __wl_remove_path: (machine, path: bigint, withContent: number) =>
    remove(machine, normal(machine.text(path)), withContent !== 0),
  __wl_entry(machine, path: bigint, index: bigint) {
    const name = entries(machine, normal(machine.text(path)))[Number(index)];
    return name === undefined ? 0n : machine.constantText(name);
  },
  mkdir(machine, at: bigint) {
    const path = normal(machine.text(at));
    if (kindOf(machine, path) !== Kind.nothing) {
      machine.setErrno(17);
      return -1;
    }
    filesOf(machine).folders.add(path);
    return 0;
  },
  rmdir: (machine, path: bigint) => (remove(machine, normal(machine.text(path)), false) > 0 ? 0 : -1),
};
