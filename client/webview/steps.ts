/** One warp of the shown launch, step by step: what it did, what its variables held, where its block waited. */
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { warpName } from "../../pictures/request";
import { barrierTable, stepPicture, stepTable, variablePicture, variableTable } from "../../pictures/steps";
import type { TraceView, ViewState } from "../messages";
import { t } from "../strings";
import {
  button,
  buttons,
  checkBox,
  copied,
  copyLink,
  folded,
  hint,
  jump,
  laneSelect,
  link,
  type Part,
  pictured,
  table,
  textField,
} from "./controls";
import { control, send, sending, typed } from "./editor";
import { shownLaunch } from "./report";

const go = (step: number) => send({ type: "step", step, reveal: control("reveal")?.checked ?? false });
const goBy = (by: number) => () => go(Number(typed("step")) + by);
const goHere = () => go(Number(typed("step")));

/** The slider and the buttons that go from step to step. */
function stepControls(trace: TraceView): Part {
  const warp = warpName({ block: trace.block, warp: trace.warp });
  const steps = trace.truncated
    ? t(
        "{0} steps of {1}; the rest is cut off, of the code as it is written: nothing is optimised away.",
        trace.count,
        warp,
      )
    : t("{0} steps of {1}, of the code as it is written: nothing is optimised away.", trace.count, warp);
  const here = trace.steps[trace.step - trace.from];
  const said = here ? t("step {0}, line {1}", trace.step + 1, here.line) : t("step {0}", trace.step + 1);
  return [
    hint(`${steps} ${t("Arrays, structures and variables whose address is taken are not followed.")}`),
    html`<div class="field"><label for="step">${t("Step")}</label><input id="step" type="range" min="0" max=${Math.max(0, trace.count - 1)} .value=${live(String(trace.step))} aria-valuetext=${said} @input=${goHere}></div>`,
    buttons(
      button("step-back", "←", goBy(-1), { label: t("Step back") }),
      button("step-forward", "→", goBy(1), { label: t("Step forward") }),
    ),
    checkBox("reveal", t("Mark the line in the editor"), goHere),
  ];
}

/** Which warp's steps are wanted; the slider stands here, apart from what it moves. */
export function traceSection(state: ViewState): Part {
  const shown = shownLaunch(state);
  if (!shown) return nothing;
  const { trace, phase } = state;
  const launch = { run: shown.run.id, launch: shown.index };
  const follow = () => send({ type: "trace", ...launch, block: typed("trace-block"), warp: typed("trace-warp") });
  const debug = () => send({ type: "debug", ...launch, block: typed("trace-block") });
  const field = (id: string, label: string, value: string) =>
    textField(id, label, value, { placeholder: "0", enter: follow });
  return folded(
    "trace",
    t("Steps of one warp"),
    html`<div class="row">${field("trace-block", t("Block"), (trace?.block ?? [0, 0, 0]).join(","))}${field("trace-warp", t("Warp in it"), String(trace?.warp ?? 0))}</div>`,
    buttons(
      button("run-trace", t("Follow this warp"), follow, { disabled: phase.kind === "running" }),
      button("run-debug", t("Step through the block in the editor"), debug),
    ),
    trace ? stepControls(trace) : nothing,
  );
}

/** What the lanes hold: one lane of the reader's choice in a table, one variable over all lanes in a picture. */
function variables({ held }: TraceView, { lane, variable }: ViewState["choice"]): Part {
  if (held.length === 0) return hint(t("No variable is known at this step."));
  const chosen = held.find(({ name }) => name === variable);
  const choose = (name: string | null) => sending({ type: "choose", choice: { variable: name } });
  return [
    laneSelect("choose-lane", lane),
    copied(variableTable(held, lane), (row) => {
      const { name } = held[row]!;
      return link(name, choose(name), t("Show {0} in every lane", name));
    }),
    chosen
      ? [
          pictured("variable", variablePicture(chosen)),
          buttons(button("close-variable", t("Hide {0}", chosen.name), choose(null))),
        ]
      : nothing,
  ];
}

function stepLink(step: number, isShown: boolean): Part {
  const label = isShown ? t("Go to step {0}, shown", step + 1) : t("Go to step {0}", step + 1);
  return link(String(step + 1), () => go(step), label);
}

/** The steps of one warp. */
export function stepSection(state: ViewState): Part {
  const { trace, choice } = state;
  const shown = shownLaunch(state);
  const step = trace?.steps[trace.step - trace.from];
  if (!trace || !step || !shown) return nothing;
  const { barriers } = trace;
  const barrier = (row: number) => {
    const { phase, line } = barriers[row]!;
    return jump(shown.run.id, { line }, t("{0}: line {1}", phase + 1, line));
  };
  return [
    html`<h3 id="step-title">${t("Step {0} of {1}: line {2}", trace.step + 1, trace.count, step.line)}</h3>`,
    pictured("step", stepPicture(step, trace.variables)),
    variables(trace, choice),
    table(stepTable(trace.steps, trace.from, trace.variables), (row) =>
      stepLink(trace.from + row, trace.from + row === trace.step),
    ),
    copyLink(t("Copy all steps as text"), t("Copy all steps as text"), sending({ type: "copySteps" })),
    barriers.length > 0
      ? folded("barriers", t("Barriers of the block ({0})", barriers.length), copied(barrierTable(barriers), barrier))
      : nothing,
  ];
}
