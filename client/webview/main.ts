/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * The view: draws the state that the extension sends. It keeps nothing but which parts are unfolded and where the focus is, so
 * it can be taken away and put back at any time.
 */
import { html, render } from "lit-html";
import { MESSAGE_VERSION, type Run, runInFull, type ToView, type ViewState } from "../messages";
import { t, useStrings } from "../strings";
import { closerSection, profileSection } from "./closer";
import { comparisonSection, historySection } from "./comparison";
import { fold, type Part } from "./controls";
import { debugSection } from "./debug";
import { announce, send } from "./editor";
import { formSection, occupancySection } from "./form";
import { phaseSection, snippetSection } from "./phase";
import { detailsSection } from "./report";
import { stepSection, traceSection } from "./steps";
import { verdictSection } from "./verdict";

const app = document.getElementById("app")!;
useStrings(JSON.parse(app.dataset.strings || "{}"));

type Sections = readonly { readonly id: string; readonly draw: (state: ViewState) => Part }[];

/** The parts of the page in their order. From 800 pixels on `side` stands beside the two others, else between them. */
const columns: readonly { readonly id: string; readonly sections: Sections }[] = [
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

const page = (state: ViewState) =>
  columns.map(
    ({ id, sections }) =>
      html`<div id=${`column-${id}`}>${sections.map(
        (section) => html`<section id=${`section-${section.id}`}>${section.draw(state)}</section>`,
      )}</div>`,
  );

/** The state that is on the page. */
let last: ViewState | undefined;

/** The control that was focused last: the editor takes the focus from it when the user goes elsewhere. */
let focusedLast: string | undefined;

/** Whether a mouse or a finger is down: what it points at gets the focus. */
let isPressed = false;

const isOnPage = (one: Element | null): boolean => one !== null && one !== document.body && one.checkVisibility();

/**
 * Gives the focus back to a control or a section's title: to the title of what it was folded with, to the form's button where
 * it is gone.
 */
function refocus(id: string): void {
  // The view takes no focus from the editor: it waits until the user comes back.
  if (!document.hasFocus() || isOnPage(document.activeElement)) return;
  const home = document.getElementById(id);
  const section = home instanceof HTMLDetailsElement ? home : home?.closest("details:not([open])");
  const title = section?.querySelector("summary");
  (title ?? home ?? document.getElementById("again"))?.focus();
}

/** Draws a state over the one before; what was unfolded and focused stays so. */
function draw(state: ViewState): void {
  // What ran is read first: its form folds to one line.
  if (last && last.shown !== state.shown && state.shown !== null) fold("launch-form");
  const focused = document.activeElement?.id;
  const wasCompared = document.querySelector("#section-comparison > *") !== null;
  render(page(state), app);
  const comparison = document.getElementById("section-comparison")!;
  // A comparison is asked for below and drawn above.
  if (!wasCompared && comparison.firstElementChild) comparison.scrollIntoView({ block: "start" });
  count(state.phase.kind === "running");
  if (focused) refocus(focused);
  announceEnd(state);
  last = state;
}

/** The nonce that the page's policy asks of a script. */
const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce;

/** Runs the script that defines elements, in a task of its own: what is drawn by then is on the screen before it. */
function defineElements(): void {
  const source = document.getElementById("elements");
  if (!source) return;
  source.id = "";
  requestAnimationFrame(() => {
    setTimeout(() => {
      const script = document.createElement("script");
      if (nonce) script.nonce = nonce;
      script.textContent = source.textContent;
      source.replaceWith(script);
    });
  });
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
  if (place && isRunning) place.textContent = seconds > 0 ? t(" {0} s", seconds) : "";
}

/** Tells screen readers how a run ended. */
function announceEnd(state: ViewState): void {
  if (last?.phase.kind !== "running" || state.phase.kind !== "idle") return;
  const run = state.history.find((one) => one.id === state.shown);
  announce(run ? `${run.kernel}: ${run.report.outcome}` : "");
}

window.addEventListener("focusin", ({ target }) => {
  focusedLast = (target instanceof HTMLElement && target.closest("[id]:not(#app)")?.id) || undefined;
});
for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
  window.addEventListener(type, () => (isPressed = type === "pointerdown"), { capture: true });
}
// The user comes back by keyboard and goes on where the focus was.
window.addEventListener("focus", () => {
  if (focusedLast && !isPressed) refocus(focusedLast);
});
let history: readonly Run[] = [];
window.addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  if (data?.type !== "state") return;
  if (data.version === MESSAGE_VERSION) {
    if (data.state.history) history = data.state.history.map(runInFull);
    draw({ ...data.state, history });
    // Seen in the browser's own profile, and measured by a test.
    performance.mark("warplens-drawn");
    defineElements();
  } else render(html`<p>${t("WarpLens was updated: reload the window to continue.")}</p>`, app);
});
send({ type: "ready" });
