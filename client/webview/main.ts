/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The sidebar: draws the state that the extension sends, and reports clicks. It keeps nothing but which parts are unfolded
 * and where the focus is, so it can be taken away and put back at any time.
 */
import { type Node as MarkupNode, render } from "../../pictures/markup";
import { emptyForm, type FromView, MESSAGE_VERSION, type RunForm, type ToView, type ViewState } from "../messages";
import { formSection, phaseSection } from "./form";
import { comparisonSection, historySection, reportSection } from "./report";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

type WithoutVersion<T> = T extends unknown ? Omit<T, "version"> : never;

const editor = acquireVsCodeApi();
const app = document.getElementById("app")!;
const live = document.getElementById("live")!;

const sections: readonly { id: string; draw: (state: ViewState) => MarkupNode[] }[] = [
  { id: "form", draw: formSection },
  { id: "phase", draw: phaseSection },
  { id: "comparison", draw: comparisonSection },
  { id: "report", draw: reportSection },
  { id: "history", draw: historySection },
];

const drawn = new Map<string, string>();
let phase: ViewState["phase"]["kind"] = "idle";

function send(message: WithoutVersion<FromView>): void {
  editor.postMessage({ version: MESSAGE_VERSION, ...message } as FromView);
}

/** Replaces the sections that changed; what was unfolded and focused stays so. */
function draw(state: ViewState): void {
  const focused = document.activeElement?.id;
  for (const { id, draw: drawSection } of sections) {
    const markup = drawSection(state).map(render).join("");
    if (drawn.get(id) === markup) continue;
    const appears = !drawn.get(id) && markup !== "";
    drawn.set(id, markup);
    const section = document.getElementById(`section-${id}`)!;
    const open = new Set([...section.querySelectorAll("details[open]")].map((one) => one.id));
    section.innerHTML = markup;
    for (const details of section.querySelectorAll("details")) if (open.has(details.id)) details.open = true;
    // A comparison is asked for below and drawn above.
    if (appears && id === "comparison") section.scrollIntoView({ block: "start" });
  }
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  announce(state);
}

/** Says the end of a run to whoever listens instead of looking. */
function announce(state: ViewState): void {
  if (phase === "running" && state.phase.kind === "idle") {
    const run = state.history.find((one) => one.id === state.shown);
    live.textContent = run ? `${run.kernel}: ${run.report.outcome}` : "";
  }
  phase = state.phase.kind;
}

/** The form as it stands on the page. */
function readForm(): RunForm {
  const values = new Map<string, string>();
  for (const control of app.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-field]")) {
    values.set(control.dataset.field!, control.value);
  }
  const given = [...values].filter(([name]) => name.startsWith("argument:"));
  return {
    kernel: values.get("kernel") ?? emptyForm.kernel,
    grid: values.get("grid") ?? "",
    block: values.get("block") ?? "",
    shared: values.get("shared") ?? "",
    device: values.get("device") ?? "",
    arguments: Object.fromEntries(given.map(([name, value]) => [name.slice("argument:".length), value])),
  };
}

type Action = (data: DOMStringMap) => WithoutVersion<FromView>;

const actions: Readonly<Record<string, Action>> = {
  run: () => ({ type: "run", form: readForm() }),
  cancel: () => ({ type: "cancel" }),
  show: ({ run }) => ({ type: "show", run: Number(run) }),
  compare: ({ run }) => ({ type: "compare", run: run === undefined ? null : Number(run) }),
  textReport: ({ run }) => ({ type: "textReport", run: Number(run) }),
  goTo: ({ run, line, column, end }) => ({
    type: "goTo",
    run: Number(run),
    line: Number(line),
    column: Number(column),
    endColumn: Number(end),
  }),
};

for (const { id } of sections) {
  const section = document.createElement("section");
  section.id = `section-${id}`;
  app.append(section);
}
app.addEventListener("click", (event) => {
  const target = (event.target as Element).closest<HTMLElement>("[data-action]");
  const action = target && actions[target.dataset.action!];
  if (action) send(action(target.dataset));
});
app.addEventListener("change", () => send({ type: "form", form: readForm() }));
app.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) send({ type: "run", form: readForm() });
});
window.addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  if (data?.type !== "state") return;
  if (data.version === MESSAGE_VERSION) draw(data.state);
  else app.textContent = "WarpLens was updated: reload the window to go on.";
});
send({ type: "ready" });
