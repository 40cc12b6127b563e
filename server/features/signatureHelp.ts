/** The four slots of a launch configuration, while one is being typed. Silent anywhere else: others know C++ better. */
import {
  MarkupKind,
  type SignatureHelp,
  type SignatureHelpOptions,
  type SignatureHelpParams,
} from "vscode-languageserver";
import type { Feature, ServerContext } from "../common/context";
import { guarded } from "../common/handlers";
import { launchAt, launchSlots } from "../common/launchText";

/** Characters that start and update signature help. */
export const signatureHelpCapabilities: SignatureHelpOptions = {
  triggerCharacters: ["<", ","],
  retriggerCharacters: [","],
};

function help(context: ServerContext, { textDocument, position }: SignatureHelpParams): SignatureHelp | null {
  const snapshot = context.snapshots.get(textDocument.uri);
  const launch = snapshot && launchAt(snapshot.text, snapshot.offsetAt(position));
  if (!launch || launch.slot >= launchSlots.length) return null;
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

/** The arguments of a launch, inside `<<< >>>`. */
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
