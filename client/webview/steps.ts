/** One warp of the shown launch, step by step: what it did, what its variables held, where its block waited. */
import { element, type Node } from "../../pictures/markup";
import { warpName } from "../../pictures/request";
import { barrierTable, stepPicture, stepTable, variablePicture, variableTable } from "../../pictures/steps";
import type { TraceView, ViewState } from "../messages";
import { button, buttons, copied, field, folded, jump, link, pictured, select, table } from "./controls";
import { shownLaunch } from "./report";

/** Which warp's steps are wanted; the slider stands here, apart from what it moves, so that it can be dragged. */
export function traceSection(state: ViewState): Node[] {
  const shown = shownLaunch(state);
  if (!shown) return [];
  const { run, index } = shown;
  const { trace } = state;
  const text = (id: string, label: string, value: string) =>
    field(id, label, element("input", { id, type: "text", value, spellcheck: "false", placeholder: "0" }));
  const controls = trace
    ? [
        element(
          "p",
          { class: "hint" },
          `${trace.count} steps of ${warpName({ block: trace.block, warp: trace.warp })}${trace.truncated ? "; the rest is cut off" : ""}, of the code as it is written: nothing is optimised away. Arrays, structures and variables whose address is taken are not followed.`,
        ),
        field(
          "step",
          "Step",
          element("input", { id: "step", type: "range", min: 0, max: Math.max(0, trace.count - 1), "data-step": "" }),
        ),
        buttons(
          button("step-back", "←", { action: "stepBy", by: -1 }, { label: "Step back" }),
          button("step-forward", "→", { action: "stepBy", by: 1 }, { label: "Step forward" }),
        ),
        element(
          "div",
          { class: "check" },
          element("input", { id: "reveal", type: "checkbox" }),
          element("label", { for: "reveal" }, "Mark the line in the editor"),
        ),
      ]
    : [];
  return [
    folded(
      "trace",
      "Steps of one warp",
      element(
        "div",
        { class: "row" },
        text("trace-block", "Block", (trace?.block ?? [0, 0, 0]).join(",")),
        text("trace-warp", "Warp in it", String(trace?.warp ?? 0)),
      ),
      buttons(
        button(
          "run-trace",
          "Follow this warp",
          { action: "trace", run: run.id, index },
          {
            disabled: state.phase.kind === "running",
          },
        ),
        button("run-debug", "Step through the block in the editor", { action: "debug", run: run.id, index }),
      ),
      ...controls,
    ),
  ];
}

/** What the lanes hold: one lane of the reader's choice in a table, one variable over all lanes in a picture. */
function variables(trace: TraceView, { lane, variable }: ViewState["choice"]): Node[] {
  const { held } = trace;
  if (held.length === 0) return [element("p", { class: "hint" }, "No variable is known at this step.")];
  const chosen = held.find(({ name }) => name === variable);
  return [
    select(
      "choose-lane",
      "Lane",
      Array.from({ length: 32 }, (_, value) => ({ value, text: String(value) })),
      lane,
      { choose: "lane" },
    ),
    copied(variableTable(held, lane), (row) =>
      link(
        held[row]!.name,
        { action: "chooseVariable", name: held[row]!.name },
        `Show ${held[row]!.name} in every lane`,
      ),
    ),
    ...(chosen
      ? [
          pictured("variable", variablePicture(chosen)),
          buttons(button("close-variable", `Hide ${chosen.name}`, { action: "chooseVariable" })),
        ]
      : []),
  ];
}

/** The steps of one warp. */
export function stepSection(state: ViewState): Node[] {
  const { trace, choice } = state;
  const shown = shownLaunch(state);
  const step = trace?.steps[trace.step - trace.from];
  if (!trace || !step || !shown) return [];
  const { run } = shown;
  return [
    element("h3", { id: "step-title" }, `Step ${trace.step + 1} of ${trace.count}: line ${step.line}`),
    pictured("step", stepPicture(step, trace.variables)),
    ...variables(trace, choice),
    table(stepTable(trace.steps, trace.from, trace.variables), (row) =>
      link(
        String(trace.from + row + 1),
        { action: "step", step: trace.from + row },
        `Go to step ${trace.from + row + 1}${trace.from + row === trace.step ? ", shown" : ""}`,
      ),
    ),
    link("Copy all steps as text", { action: "copySteps" }),
    ...(trace.barriers.length > 0
      ? [
          folded(
            "barriers",
            `Barriers of the block (${trace.barriers.length})`,
            copied(barrierTable(trace.barriers), (row) => {
              const { phase, line } = trace.barriers[row]!;
              return jump(run.id, { line }, `${phase + 1}: line ${line}`);
            }),
          ),
        ]
      : []),
  ];
}
