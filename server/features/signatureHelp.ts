/**
 * The four slots of a launch configuration while one is being typed, and the parameters of CUDA's own functions where no
 * other extension gives them. Silent anywhere else: others know C++ better.
 */
import {
  MarkupKind,
  type SignatureHelp,
  type SignatureHelpOptions,
  type SignatureHelpParams,
} from "vscode-languageserver";
import { entryOf } from "../../analyzer/reference";
import type { Feature, ServerContext } from "../common/context";
import { guarded } from "../common/handlers";
import { launchAt, launchSlots } from "../common/launchText";
import { callAround, entryText, parameterSpans } from "../common/reference";

/** Characters that start and update signature help. */
export const signatureHelpCapabilities: SignatureHelpOptions = {
  triggerCharacters: ["<", "(", ","],
  retriggerCharacters: [","],
};

/** The parameters of the function of CUDA whose call is being typed. */
function callHelp(context: ServerContext, text: string, offset: number): SignatureHelp | null {
  const call = context.othersProvide() ? undefined : callAround(text, offset);
  const entry = call && entryOf(call.name);
  if (!call || !entry) return null;
  const value = entryText({ ...entry, signatures: [] }, context.settings().architecture);
  const signatures = entry.signatures.map((label) => ({
    label,
    documentation: { kind: MarkupKind.Markdown, value },
    parameters: parameterSpans(label).map(([start, end]) => ({ label: [start, end] as [number, number] })),
  }));
  const fitting = signatures.findIndex(({ parameters }) => parameters.length > call.argument);
  if (fitting < 0) return null;
  return { signatures, activeSignature: fitting, activeParameter: call.argument };
}

function help(context: ServerContext, { textDocument, position }: SignatureHelpParams): SignatureHelp | null {
  const snapshot = context.snapshots.get(textDocument.uri);
  if (!snapshot) return null;
  const offset = snapshot.offsetAt(position);
  const launch = launchAt(snapshot.text, offset);
  if (!launch) return callHelp(context, snapshot.text, offset);
  if (launch.slot >= launchSlots.length) return null;
  const label = `${launch.kernel}<<<${launchSlots.map((slot) => slot.label).join(", ")}>>>`;
  return {
    signatures: [
      {
        label,
        parameters: launchSlots.map((slot) => ({
          label: slot.label,
          documentation: { kind: MarkupKind.Markdown, value: slot.documentation },
        })),
        activeParameter: launch.slot,
      },
    ],
    activeSignature: 0,
    activeParameter: launch.slot,
  };
}

/** The slots of a launch, and the parameters of CUDA's own functions. */
export const signatureHelp: Feature = {
  name: "signature help",
  register(context) {
    const { connection } = context;
    connection.onSignatureHelp(
      guarded(context, "signature help", null as SignatureHelp | null, (params: SignatureHelpParams) =>
        help(context, params),
      ),
    );
    return undefined;
  },
};
