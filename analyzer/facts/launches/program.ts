/** The launches of a whole program as plain data, by kernel and place: what evaluation of the host code reaches. */
import type { Location, Module } from "../../ir/model";
import { type FoundLaunch, type HostWorld, hostLaunches, type LaunchRoute } from "./evaluate/explore";
import type { LaunchValues } from "./evaluate/runtime";

/** One launch of a kernel. What is not known is `undefined`. */
export interface ProgramLaunch extends LaunchValues {
  /** Zero-based line of the launch where it is known, and the file that it is in where that is another one. */
  readonly line: number | undefined;
  readonly path?: string;
  readonly route: LaunchRoute;
  /** The program's arguments where it launches this with them, and there are some. */
  readonly startedWith?: string;
  /** The compiler made one of several launches: the line is that of what encloses them. */
  readonly isMerged?: true;
  /** How often it is made is not known. */
  readonly isUncounted?: true;
}

/**
 * The launch as the user sees it: the innermost line that is the user's own.
 * @param path the file that is looked at, as debug information names it
 */
function launchAt(found: FoundLaunch, path: string, isOwn: (file: string) => boolean): ProgramLaunch | undefined {
  const place: Location | undefined = found.places.find(({ file, line }) => line > 0 && isOwn(file));
  if (!place) return undefined;
  const { places: _places, site: _site, ...launch } = found;
  const isMerged = found.places.find(({ file }) => isOwn(file)) !== place;
  return {
    ...launch,
    line: place.line - 1,
    ...(place.file !== path && { path: place.file }),
    ...(isMerged && { isMerged }),
  };
}

/** What a program launches, in the order in which it does so; see {@link hostLaunches}. */
export function programLaunches(
  modules: readonly Module[],
  world: HostWorld,
  path: string,
  isOwn: (file: string) => boolean,
): readonly ProgramLaunch[] {
  const startedWith = world.words.join(" ");
  return hostLaunches(modules, world).flatMap((one) => {
    const launch = launchAt(one, path, isOwn);
    return launch ? { ...launch, ...(one.route === "main" && startedWith && { startedWith }) } : [];
  });
}
