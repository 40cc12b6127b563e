/** What is being run, how the last run ended, and the form for code that is typed into the view. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Phase, RunProgress, ViewState } from "../messages";
import { t } from "../strings";
import { button, buttons, folded, type Part } from "./controls";
import { send, sending, typed } from "./editor";

const snippetText = (): string => typed("snippet-text");

/** The form for code that is typed into the view. */
export function snippetSection({ snippet, kernels, hasProgram, phase }: ViewState): Part {
  const changed = () => send({ type: "snippet", text: snippetText() });
  const label = t("A kernel, or a few statements");
  const run = () => send({ type: "runSnippet", text: snippetText() });
  const content: readonly Part[] = [
    html`<div class="field"><label for="snippet-text">${label}</label><vscode-textarea id="snippet-text" .label=${label} rows="8" monospace placeholder="out[threadIdx.x] = in[threadIdx.x * 2];" .value=${snippet.text} @change=${changed}></vscode-textarea></div>`,
    snippet.assumed.length > 0
      ? html`<p class="hint" id="snippet-assumed">${t("Assumed: {0}", snippet.assumed.join(" "))}</p>`
      : nothing,
    buttons(
      button("run-snippet", t("Run"), run, { disabled: phase.kind === "running" }),
      button("choose-snippet", t("Ten lessons…"), sending({ type: "chooseSnippet" })),
    ),
  ];
  const title = t("Run a piece of code");
  const isAlone = kernels.length === 0 && !hasProgram;
  return isAlone ? [html`<h2>${title}</h2>`, content] : folded("snippet", title, content);
}

/** A text of the program, which scrolls by itself. */
export const outputText = (label: string, text: string): TemplateResult =>
  html`<pre class="output" tabindex="0" role="region" aria-label=${label}>${text}</pre>`;

/** The launch that runs, and the end of what the program has written. */
function progressOf(progress: RunProgress | null): Part {
  if (!progress) return nothing;
  const { launch, kernel, output } = progress;
  return [
    launch > 0 ? html`<p id="launch-now">${t("Launch {0}: {1}", launch, kernel)}</p>` : nothing,
    output === "" ? nothing : outputText(t("Output so far"), output),
  ];
}

const phases: { readonly [Kind in Phase["kind"]]: (phase: Extract<Phase, { kind: Kind }>) => Part } = {
  running: ({ kernel, progress }) => [
    html`<vscode-progress-bar indeterminate aria-label=${t("Simulating {0}", kernel)}></vscode-progress-bar>`,
    html`<p>${t("Simulating {0} …", kernel)}<span id="seconds"></span></p>`,
    progressOf(progress),
  ],
  failed: ({ message }) => html`<p class="error" role="alert">${message}</p>`,
  said: ({ message }) => html`<p class="said" role="status">${message}</p>`,
  idle: () => nothing,
};

/** Whether a simulation is running, and how the last one ended. */
export const phaseSection = ({ phase }: ViewState): Part => {
  // Each kind has the function of its own type, which the table's type says and an index loses.
  const draw = phases[phase.kind] as (phase: Phase) => Part;
  return draw(phase);
};
