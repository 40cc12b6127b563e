/// <reference lib="dom" />
/** The way to the extension, and what the page's fields say. */
import { emptyForm, type FromView, MESSAGE_VERSION, type RunForm } from "../messages";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

type WithoutVersion<T> = T extends unknown ? Omit<T, "version"> : never;

const editor = acquireVsCodeApi();

/** Sends a message to the extension. */
export function send(message: WithoutVersion<FromView>): void {
  editor.postMessage({ version: MESSAGE_VERSION, ...message } as FromView);
}

/** A message as the handler of an event. */
export const sending = (message: WithoutVersion<FromView>) => () => send(message);

interface Control extends HTMLElement {
  readonly value: string;
  readonly checked: boolean;
}

/** A field, whichever element it is; null where it is not on the page. */
export const control = (id: string): Control | null => document.getElementById(id) as Control | null;

/** What is typed into a field; empty where it is not on the page. */
export const typed = (id: string): string => control(id)?.value ?? "";

/** Tells screen readers. */
export function announce(text: string): void {
  document.getElementById("live")!.textContent = text;
}

/** The form as it stands on the page. */
export function readForm(): RunForm {
  const controls = [...document.querySelectorAll<Control>("[data-field]")];
  const values = new Map(controls.map((one) => [one.dataset.field!, one.value]));
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
