/** The warp of a debug session: all its lanes at its current line, and an expression over every warp of the block. */
import { html, nothing } from "lit-html";
import { stepPicture, variableTable } from "../../pictures/steps";
import { warpMap, watchPicture } from "../../pictures/watch";
import type { DebugView, ViewState } from "../messages";
import { t } from "../strings";
import {
  button,
  buttons,
  copied,
  folded,
  hint,
  laneSelect,
  link,
  type Part,
  pictured,
  select,
  textField,
} from "./controls";
import { send, typed } from "./editor";

const watch = (expression: string) => send({ type: "watch", expression, filter: typed("watch-filter") });
const watchTyped = () => watch(typed("watch-expression"));

/** What is watched, over the lanes of the warp that is looked at, and over all warps. */
function watchedPictures({ watched, expression, warp }: DebugView): Part {
  if (watched === null) return nothing;
  if (typeof watched === "string") return html`<p class="error" role="alert">${watched}</p>`;
  const own = watched.find((one) => one.warp === warp);
  const drawOwn = (): Part => {
    if (own?.unknown !== undefined) return hint(own.unknown);
    return own ? pictured("watched", watchPicture(expression, own)) : nothing;
  };
  const warps = watched.map((one) => ({ value: one.warp, text: String(one.warp) }));
  const change = (value: string) => send({ type: "watchWarp", warp: Number(value) });
  return [
    drawOwn(),
    watched.length > 1 ? pictured("watched-warps", warpMap(expression, watched)) : nothing,
    select("watch-warp", t("Warp"), warps, warp, { change }),
  ];
}

/** Where the session is, in a sentence. */
function whereWords({ next, warp, time, steps, truncated }: DebugView): string {
  const step = truncated
    ? t("Step {0} of {1}; the rest of the block is cut off.", time, steps)
    : t("Step {0} of {1}.", time, steps);
  if (!next) return `${t("Warp {0} has done all.", warp)} ${step}`;
  return `${t("Warp {0} at line {1}.", warp, next.line)} ${step} ${t("The keys of the debugger step forward, and back.")}`;
}

function heldVariables(held: DebugView["held"], lane: number): Part {
  if (held.length === 0) return hint(t("No variable has a value at this line yet."));
  return [
    laneSelect("choose-debug-lane", lane),
    copied(variableTable(held, lane), (row) => {
      const { name } = held[row]!;
      return link(name, () => watch(name), t("Watch {0}", name));
    }),
  ];
}

/** The debug session that is under way, if there is one. */
export function debugSection({ debug, choice }: ViewState): Part {
  if (!debug) return nothing;
  const { kernel, block, next, held, variables, expression, filter } = debug;
  const field = (id: string, label: string, value: string, placeholder: string) =>
    textField(id, label, value, { placeholder, enter: watchTyped });
  return [
    html`<h2 id="debug-title">${t("{0}, block ({1}), step by step", kernel, block.join(", "))}</h2>`,
    html`<p class="hint" id="debug-place">${whereWords(debug)}</p>`,
    html`<div class="row">${field("watch-expression", t("Watch in every lane"), expression, "x + 1")}${field("watch-filter", t("Lanes where"), filter, "x != x[0]")}</div>`,
    buttons(button("run-watch", t("Watch"), watchTyped)),
    watchedPictures(debug),
    heldVariables(held, choice.lane),
    next
      ? folded("debug-next", t("What the warp does next"), pictured("debug-step", stepPicture(next, variables)))
      : nothing,
  ];
}
