/** Headers and what says how files are compiled: what was read of them is read again when they change on disk. */
import type { Feature } from "../common/context";
import { watch } from "../common/watch";

const WATCHED = [
  "**/*.{h,hh,hpp,hxx,cuh,inl,inc,cu}",
  "**/{compile_commands.json,compile_flags.txt,Makefile,makefile}",
];

/** An open document sends its own changes; on disk it matters to those that include it. */
const isSource = (uri: string): boolean =>
  /\.(?:h|hh|hpp|hxx|cuh|inl|inc|cu)$|\/(?:compile_commands\.json|compile_flags\.txt|[Mm]akefile)$/.test(uri);

/** Headers and compile databases on disk: when they change, documents are analysed again. */
export const sources: Feature = {
  name: "sources",
  register(context) {
    const { engine, snapshots } = context;
    watch(context, ...WATCHED);
    return {
      filesChanged(uris) {
        if (!uris.some(isSource)) return;
        engine.forgetSources();
        snapshots.renew();
        context.notify((events) => events.settingsChanged?.());
      },
    };
  },
};
