/** The warp of a debug session: all its lanes at its current line, and an expression over every warp of the block. */
import { element, type Node } from "../../pictures/markup";
import { stepPicture, variableTable } from "../../pictures/steps";
import { warpMap, watchPicture } from "../../pictures/watch";
import type { DebugView, ViewState } from "../messages";
import { button, buttons, copied, field, folded, link, pictured, select } from "./controls";

const textField = (id: string, label: string, value: string, placeholder: string): Node =>
  field(
    id,
    label,
    element("input", { id, type: "text", value, placeholder, spellcheck: "false", "data-enter": "run-watch" }),
  );

/** What is watched, over the lanes of the warp that is looked at, and over all warps. */
function watchedPictures({ watched, expression, warp }: DebugView): Node[] {
  if (watched === null) return [];
  if (typeof watched === "string") return [element("p", { class: "error", role: "alert" }, watched)];
  const own = watched.find((one) => one.warp === warp);
  return [
    ...(own?.unknown === undefined
      ? own
        ? [pictured("watched", watchPicture(expression, own))]
        : []
      : [element("p", { class: "hint" }, own.unknown)]),
    ...(watched.length > 1 ? [pictured("watched-warps", warpMap(expression, watched))] : []),
    select(
      "watch-warp",
      "Warp",
      watched.map((one) => ({ value: one.warp, text: String(one.warp) })),
      warp,
      { watch: "warp" },
    ),
  ];
}

/** Where the session is, in a sentence. */
function whereWords({ next, warp, time, steps, truncated }: DebugView): string {
  const cut = truncated ? "; the rest of the block is cut off" : "";
  const step = `Step ${time} of ${steps}${cut}.`;
  if (!next) return `Warp ${warp} has done all. ${step}`;
  return `Warp ${warp} at line ${next.line}. ${step} The keys of the debugger step forward, and back.`;
}

/** The debug session that is under way, if there is one. */
export function debugSection({ debug, choice }: ViewState): Node[] {
  if (!debug) return [];
  const { kernel, block, next, held, variables, expression, filter } = debug;
  return [
    element("h2", { id: "debug-title" }, `${kernel}, block (${block.join(", ")}), step by step`),
    element("p", { class: "hint", id: "debug-place" }, whereWords(debug)),
    element(
      "div",
      { class: "row" },
      textField("watch-expression", "Watch in every lane", expression, "x + 1"),
      textField("watch-filter", "Lanes where", filter, "x != x[0]"),
    ),
    buttons(button("run-watch", "Watch", { action: "watch" })),
    ...watchedPictures(debug),
    ...(held.length > 0
      ? [
          select(
            "choose-debug-lane",
            "Lane",
            Array.from({ length: 32 }, (_, value) => ({ value, text: String(value) })),
            choice.lane,
            { choose: "lane" },
          ),
          copied(variableTable(held, choice.lane), (row) =>
            link(held[row]!.name, { action: "watchName", name: held[row]!.name }, `Watch ${held[row]!.name}`),
          ),
        ]
      : [element("p", { class: "hint" }, "No variable has a value at this line yet.")]),
    ...(next
      ? [folded("debug-next", "What the warp does next", pictured("debug-step", stepPicture(next, variables)))]
      : []),
  ];
}
