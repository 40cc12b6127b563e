/**
 * What the extension and its sidebar say to each other. The extension owns the state and sends all of it; the view draws it
 * and reports what was clicked. A message of another version is not understood, and the view asks to be reloaded.
 */
import type { SimulateJson } from "../engine/formats";
import type { KernelInfo } from "../server/protocol";

export const MESSAGE_VERSION = 1;

/** What a run is made with, as typed. An empty field leaves the choice to the engine, which takes the file's own launch. */
export interface RunForm {
  /** As `warplens/simulate` takes it. */
  readonly kernel: string;
  readonly grid: string;
  readonly block: string;
  readonly shared: string;
  readonly device: string;
  /** Argument specifications by parameter name. */
  readonly arguments: Readonly<Record<string, string>>;
}

export interface KernelChoice {
  /** `name`, or `name<arguments>` for each instantiation that is launched. */
  readonly name: string;
  readonly info: KernelInfo;
}

export interface DeviceChoice {
  /** `sm_90` */
  readonly name: string;
  readonly product: string;
}

/** A finished run, kept to be looked at again and compared. */
export interface Run {
  readonly id: number;
  readonly uri: string;
  readonly fileName: string;
  readonly kernel: string;
  /** The text has changed since. */
  readonly stale: boolean;
  readonly report: SimulateJson;
}

export type Phase =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly kernel: string }
  | { readonly kind: "failed"; readonly message: string };

export interface ViewState {
  readonly fileName: string | null;
  readonly kernels: readonly KernelChoice[];
  readonly devices: readonly DeviceChoice[];
  readonly form: RunForm;
  readonly phase: Phase;
  /** Newest first. */
  readonly history: readonly Run[];
  /** The run that is shown. */
  readonly shown: number | null;
  /** The run that it is compared with. */
  readonly compared: number | null;
}

export type ToView = { readonly version: typeof MESSAGE_VERSION; readonly type: "state"; readonly state: ViewState };

export type FromView = { readonly version: typeof MESSAGE_VERSION } & (
  | { readonly type: "ready" }
  | { readonly type: "form"; readonly form: RunForm }
  | { readonly type: "run"; readonly form: RunForm }
  | { readonly type: "cancel" }
  | {
      readonly type: "goTo";
      readonly run: number;
      readonly line: number;
      readonly column: number;
      readonly endColumn: number;
    }
  | { readonly type: "show"; readonly run: number }
  | { readonly type: "compare"; readonly run: number | null }
  | { readonly type: "textReport"; readonly run: number }
);

export const emptyForm: RunForm = { kernel: "", grid: "", block: "", shared: "", device: "", arguments: {} };
