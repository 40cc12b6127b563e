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
}

/**
 * The launch as the user sees it: the innermost line that is the user's own.
 * @param path the file that is looked at, as debug information names it
 */
function launchAt(found: FoundLaunch, path: string, isOwn: (file: string) => boolean): ProgramLaunch | undefined {
  const place: Location | undefined = found.places.find(({ file }) => isOwn(file));
  if (!place) return undefined;
  const { places: _places, site: _site, ...launch } = found;
  return {
    ...launch,
    line: Math.max(0, place.line - 1),
    ...(place.file !== path && { path: place.file }),
  };
}

/** What a program launches, in the order in which it does so; see {@link hostLaunches}. */
export function programLaunches(
  modules: readonly Module[],
  world: HostWorld,
  path: string,
  isOwn: (file: string) => boolean,
): readonly ProgramLaunch[] {
  return hostLaunches(modules, world).flatMap((one) => launchAt(one, path, isOwn) ?? []);
}
