/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The sidebar: draws the state that the extension sends, and reports clicks. It keeps nothing but which parts are unfolded
 * and where the focus is, so it can be taken away and put back at any time.
 */
import { type Node as MarkupNode, render } from "../../pictures/markup";
import type { Table } from "../../pictures/model";
import type { SourceColumn } from "../../pictures/sourcePage";
import { textTable } from "../../pictures/tables";
import {
  type Choice,
  emptyForm,
  type FromView,
  MESSAGE_VERSION,
  type RunForm,
  type ToView,
  type ViewState,
} from "../messages";
import { closerSection, profileSection } from "./closer";
import { comparisonSection, historySection } from "./comparison";
import { debugSection } from "./debug";
import { formSection, occupancySection, phaseSection, snippetSection } from "./form";
import { detailsSection } from "./report";
import { stepSection, traceSection } from "./steps";
import { verdictSection } from "./verdict";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

type WithoutVersion<T> = T extends unknown ? Omit<T, "version"> : never;
type Message = WithoutVersion<FromView>;

const editor = acquireVsCodeApi();
const app = document.getElementById("app")!;
const live = document.getElementById("live")!;

/** The parts of the page in their order. From 800 pixels on `side` stands beside the two others, else between them. */
const columns: readonly {
  readonly id: string;
  readonly sections: readonly { readonly id: string; readonly draw: (state: ViewState) => MarkupNode[] }[];
}[] = [
  {
    id: "top",
    sections: [
      { id: "form", draw: formSection },
      { id: "occupancy", draw: occupancySection },
      { id: "phase", draw: phaseSection },
      { id: "debug", draw: debugSection },
      { id: "comparison", draw: comparisonSection },
    ],
  },
  { id: "first", sections: [{ id: "verdict", draw: verdictSection }] },
  {
    id: "side",
    sections: [
      { id: "closer", draw: closerSection },
      { id: "trace", draw: traceSection },
      { id: "step", draw: stepSection },
    ],
  },
  {
    id: "rest",
    sections: [
      { id: "details", draw: detailsSection },
      { id: "profile", draw: profileSection },
      { id: "history", draw: historySection },
      { id: "snippet", draw: snippetSection },
    ],
  },
];
const sections = columns.flatMap((column) => column.sections);

const drawn = new Map<string, string>();
/** What the user folded and unfolded, by id: sections that are drawn anew, or gone for a while, keep it. */
const open = new Map<string, boolean>();
let phase: ViewState["phase"]["kind"] = "idle";
let shown: number | null = null;

function send(message: Message): void {
  editor.postMessage({ version: MESSAGE_VERSION, ...message } as FromView);
}

const control = (id: string): HTMLInputElement | null => document.querySelector(`#${id}`);

/** The control that had the focus and was drawn anew while the user typed elsewhere. */
let wanted: string | undefined;

/** Gives the focus back to a control that was drawn anew; to the folded form's button where it is gone. */
function refocus(id: string): void {
  // The view takes no focus from the editor: it waits until the user comes back.
  if (!document.hasFocus()) {
    wanted = id;
    return;
  }
  wanted = undefined;
  if (document.activeElement === document.body) document.getElementById(id)?.focus();
  if (document.activeElement === document.body) control("again")?.focus();
}

/** Replaces the sections that changed; what was unfolded and focused stays so. */
function draw(state: ViewState): void {
  // What ran is read first: its form folds to one line, as at the beginning.
  if (shown !== state.shown) {
    open.delete("launch-form");
    drawn.delete("form");
  }
  shown = state.shown;
  const focused = document.activeElement?.id || wanted;
  const reveal = control("reveal")?.checked ?? false;
  for (const { id, draw: drawSection } of sections) {
    const markup = drawSection(state).map(render).join("");
    if (drawn.get(id) === markup) continue;
    const appears = !drawn.get(id) && markup !== "";
    drawn.set(id, markup);
    const section = document.getElementById(`section-${id}`)!;
    section.innerHTML = markup;
    for (const details of section.querySelectorAll("details")) details.open = open.get(details.id) ?? details.open;
    // A comparison is asked for below and drawn above.
    if (appears && id === "comparison") section.scrollIntoView({ block: "start" });
  }
  count(state.phase.kind === "running");
  const slider = control("step");
  if (slider && state.trace) {
    slider.value = String(state.trace.step);
    const here = state.trace.steps[state.trace.step - state.trace.from];
    slider.setAttribute("aria-valuetext", `step ${state.trace.step + 1}${here ? `, line ${here.line}` : ""}`);
  }
  const box = control("reveal");
  if (box) box.checked = reveal;
  if (focused && document.activeElement === document.body) refocus(focused);
  announce(state);
}

/** When the run that is in progress began, and what counts its seconds. */
let began = 0;
let clock: ReturnType<typeof setInterval> | undefined;

/** Counts the seconds of a run beside its name; screen readers hear of its end alone. */
function count(isRunning: boolean): void {
  if (isRunning && clock === undefined) {
    began = Date.now();
    clock = setInterval(() => count(true), 1000);
  } else if (!isRunning) {
    clearInterval(clock);
    clock = undefined;
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  const place = document.getElementById("seconds");
  if (place && isRunning) place.textContent = seconds > 0 ? ` ${seconds} s` : "";
}

/** Announces the end of a run to screen readers. */
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
  for (const one of app.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-field]")) {
    values.set(one.dataset.field!, one.value);
  }
  const given = [...values].filter(([name]) => name.startsWith("argument:"));
  return {
    kernel: values.get("kernel") ?? emptyForm.kernel,
    grid: values.get("grid") ?? "",
    block: values.get("block") ?? "",
    shared: values.get("shared") ?? "",
    device: values.get("device") ?? "",
    arguments: Object.fromEntries(given.map(([name, value]) => [name.slice("argument:".length), value])),
    words: values.get("words") ?? "",
    files: values.get("files") ?? "",
    sources: values.get("sources") ?? "",
    stdin: values.get("stdin") ?? "",
    environment: values.get("environment") ?? "",
    deviceCount: values.get("deviceCount") ?? "",
    check: control("field-check")?.checked ?? false,
  };
}

const step = (to: number): Message => ({ type: "step", step: to, reveal: control("reveal")?.checked ?? false });
const watched = (expression: string): Message => ({
  type: "watch",
  expression,
  filter: control("watch-filter")?.value ?? "",
});
const snippetText = (): string => document.querySelector<HTMLTextAreaElement>("#snippet-text")?.value ?? "";

type Action = (data: DOMStringMap, target: HTMLElement) => Message;

/** A table as it stands on the page, in lines and columns, under what it is of. */
function tableText(home: Element): string {
  const cells = (row: Element) => [...row.children].map((cell) => cell.textContent ?? "");
  const heads = [...home.querySelectorAll("thead th")];
  const content: Table = {
    caption: home.querySelector("caption")?.textContent ?? "",
    columns: heads.map((head) => ({ title: head.textContent ?? "", numeric: head.classList.contains("numeric") })),
    rows: [...home.querySelectorAll("tbody tr")].map(cells),
  };
  const title = home.querySelector("figcaption")?.textContent;
  const picture = home.querySelector("svg")?.getAttribute("aria-label");
  return [...new Set([title, picture, content.caption])].filter(Boolean).concat("", textTable(content), "").join("\n");
}

const actions: Readonly<Record<string, Action>> = {
  run: () => ({ type: "run", form: readForm() }),
  search: () => ({ type: "search", form: readForm() }),
  takeArguments: ({ run }) => ({ type: "takeArguments", run: Number(run) }),
  runProgram: () => ({ type: "runProgram", form: readForm() }),
  addSources: ({ run }) => ({ type: "addSources", run: Number(run) }),
  saveLaunch: () => ({ type: "saveLaunch", form: readForm() }),
  chooseData: ({ parameter }) => ({ type: "chooseData", form: readForm(), parameter: parameter! }),
  runSnippet: () => ({ type: "runSnippet", text: snippetText() }),
  chooseSnippet: () => ({ type: "chooseSnippet" }),
  cancel: () => ({ type: "cancel" }),
  show: ({ run }) => ({ type: "show", run: Number(run) }),
  compare: ({ run }) => ({ type: "compare", run: run === undefined ? null : Number(run) }),
  pin: ({ run }) => ({ type: "pin", run: run === undefined ? null : Number(run) }),
  copyMarkdown: ({ run }) => ({ type: "copyMarkdown", run: Number(run) }),
  saveRun: ({ run }) => ({ type: "saveRun", run: Number(run) }),
  openRun: () => ({ type: "openRun" }),
  chooseLaunch: ({ index }) => ({ type: "choose", choice: { launch: Number(index) } }),
  chooseAccess: ({ index }) => ({ type: "choose", choice: { access: Number(index) } }),
  sort: ({ column, descending }) => ({
    type: "choose",
    choice: { order: { column: column as SourceColumn, descending: descending === "true" } },
  }),
  applyFix: ({ run }) => ({ type: "applyFix", run: Number(run) }),
  chooseVariable: ({ name }) => ({ type: "choose", choice: { variable: name ?? null } }),
  zoom: ({ from, to }) => ({ type: "choose", choice: { window: { from: Number(from), to: Number(to) } } }),
  zoomAll: () => ({ type: "choose", choice: { window: null } }),
  observe: ({ run, index }) => ({ type: "observe", run: Number(run), launch: Number(index) }),
  trace: ({ run, index }) => ({
    type: "trace",
    run: Number(run),
    launch: Number(index),
    block: control("trace-block")?.value ?? "",
    warp: control("trace-warp")?.value ?? "",
  }),
  debug: ({ run, index }) => ({
    type: "debug",
    run: Number(run),
    launch: Number(index),
    block: control("trace-block")?.value ?? "",
  }),
  watch: () => watched(control("watch-expression")?.value ?? ""),
  watchName: ({ name }) => watched(name!),
  step: ({ step: to }) => step(Number(to)),
  stepBy: ({ by }) => step(Number(control("step")?.value ?? 0) + Number(by)),
  openProfile: () => ({ type: "openProfile" }),
  closeProfile: () => ({ type: "closeProfile" }),
  textReport: ({ run }) => ({ type: "textReport", run: Number(run) }),
  copyReport: ({ run }) => ({ type: "copyReport", run: Number(run) }),
  copyTable: (_data, target) => ({ type: "copy", text: tableText(target.closest(".copied")!) }),
  copySteps: () => ({ type: "copySteps" }),
  goTo: ({ run, line, column, end }) => ({
    type: "goTo",
    run: Number(run),
    line: Number(line),
    column: Number(column),
    endColumn: Number(end),
  }),
};

function changed(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return;
  const { field, choose, pick, watch } = target.dataset;
  if (choose !== undefined) {
    const choice: Partial<Choice> = { [choose]: Number((target as HTMLSelectElement).value) };
    send({ type: "choose", choice });
  } else if (pick === "show" || pick === "compare") {
    send({ type: pick, run: Number((target as HTMLSelectElement).value) });
  } else if (watch === "warp") {
    send({ type: "watchWarp", warp: Number((target as HTMLSelectElement).value) });
  } else if (field !== undefined) {
    send({ type: "form", form: readForm() });
  } else if (target.id === "snippet-text") {
    send({ type: "snippet", text: snippetText() });
  } else if (target.id === "reveal") {
    send(step(Number(control("step")?.value ?? 0)));
  }
}

for (const column of columns) {
  const home = document.createElement("div");
  home.id = `column-${column.id}`;
  for (const { id } of column.sections) {
    const section = document.createElement("section");
    section.id = `section-${id}`;
    home.append(section);
  }
  app.append(home);
}
app.addEventListener("click", (event) => {
  const target = (event.target as Element).closest<HTMLElement>("[data-action]");
  const action = target && actions[target.dataset.action!];
  if (!action) return;
  const message = action(target.dataset, target);
  send(message);
  if (message.type.startsWith("copy")) live.textContent = "Copied.";
});
app.addEventListener("change", (event) => changed(event.target));
app.addEventListener("input", (event) => {
  const target = event.target as HTMLInputElement;
  if (target.dataset.step !== undefined) send(step(Number(target.value)));
});
// The event does not bubble, but it can be caught on its way down.
app.addEventListener(
  "toggle",
  ({ target }) => target instanceof HTMLDetailsElement && open.set(target.id, target.open),
  true,
);
app.addEventListener("keydown", (event) => {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || event.key !== "Enter" || target.type !== "text") return;
  if (target.closest("#program")) send({ type: "runProgram", form: readForm() });
  else if (target.dataset.field !== undefined) send({ type: "run", form: readForm() });
  else control(target.dataset.enter ?? "run-trace")?.click();
});
window.addEventListener("focus", () => {
  if (wanted) refocus(wanted);
});
window.addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  if (data?.type !== "state") return;
  if (data.version === MESSAGE_VERSION) {
    draw(data.state);
    // Seen in the browser's own profile, and measured by a test.
    performance.mark("warplens-drawn");
  } else app.textContent = "WarpLens was updated: reload the window to continue.";
});
send({ type: "ready" });
