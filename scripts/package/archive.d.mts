/** One file of an archive: its path in it, bytes as packed and as they are, and its time as DOS writes it. */
export interface ZipEntry {
  readonly name: string;
  readonly packed: number;
  readonly size: number;
  readonly time: number;
}

export function zipEntries(path: string): ZipEntry[];
