/** Programs whose launches are written beside them, and whether what is known of their launches is that. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InspectJson } from "../../engine/formats/inspection";

/**
 * `// launch KERNEL GRID BLOCK SHARED; …` on the line of a launch; `?` for what only a run with arguments decides. `created`
 * behind it is a launch in a stream that the program creates, `?` one in a stream that is not known: a node of a graph, launches that the compiler merged, a parameter.
 */
export interface Annotated {
  /** One-based. */
  readonly line: number;
  /** As written at a launch, without blanks. */
  readonly kernel: string;
  readonly grid: string;
  readonly block: string;
  readonly shared: string;
  readonly stream: string;
}

const FOLDER = join("test", "launches", "programs");

/** Paths of the annotated programs. */
export const programs = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".cu"))
    .map((name) => join(process.cwd(), FOLDER, name));

const full = (size: string): string => (size === "?" ? size : [...size.split(","), "1", "1"].slice(0, 3).join(","));

/** The launches that a program's comments name. */
export function annotated(path: string): readonly Annotated[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((text, index) => {
    const comment = /\/\/ launch (.*)$/.exec(text)?.[1];
    return (comment?.split(";") ?? []).map((one) => {
      const [kernel, grid, block, shared, stream = "default"] = one.trim().split(" ") as [
        string,
        string,
        string,
        string,
        string?,
      ];
      return {
        line: index + 1,
        kernel,
        grid: full(grid),
        block: full(block),
        shared,
        stream,
      };
    });
  });
}

/** How much of a launch `inspect` gives. */
export interface Verdict extends Annotated {
  readonly hasBlock: boolean;
  readonly hasGrid: boolean;
  readonly hasShared: boolean;
  readonly hasStream: boolean;
  readonly found: string;
}

const squeezed = (signature: string): string =>
  signature
    .replaceAll(/\s+/g, "")
    .replace(/\(.*$/, "")
    .replaceAll(/(?<=\d)[ul]+\b/g, "");

/** Compares every annotated launch with the launches that `inspect` lists for its kernel. */
export function verdicts(path: string, { kernels }: InspectJson): readonly Verdict[] {
  return annotated(path).map((one) => {
    const launches = kernels
      .filter((kernel) =>
        [kernel.kernel, squeezed(kernel.signature).replace(/^.*::(?=\w+(?:<|$))/, "")].includes(one.kernel),
      )
      .flatMap((kernel) => kernel.launches)
      .filter((launch) => launch.from === "site");
    const near = launches.filter((launch) => String(launch.block) === one.block);
    const whole = near.filter((launch) => String(launch.grid ?? "?") === one.grid);
    return {
      ...one,
      hasBlock: near.length > 0,
      hasGrid: whole.length > 0,
      hasShared: whole.some((launch) => String(launch.shared ?? "?") === one.shared),
      hasStream: whole.some(({ stream }) => (stream ?? "?") === one.stream),
      found: launches
        .map(({ grid, block, shared, stream }) => `${grid ?? "?"} × ${block} + ${shared ?? "?"} in ${stream ?? "?"}`)
        .join("; "),
    };
  });
}
