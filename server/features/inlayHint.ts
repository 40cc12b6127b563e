/** What each request costs, written after the access: on findings only, or on every access. Off unless asked for. */
import { type InlayHint, type InlayHintParams, InlayHintRefreshRequest } from "vscode-languageserver";
import type { AccessJson } from "../../engine/formats/inspection";
import type { Feature, ServerContext } from "../common/context";
import { guarded } from "../common/handlers";
import { placeRange, spanOf, touches } from "../common/positions";
import { cost, launchWords, plural } from "../common/words";

/** Accesses of one expression, over instantiations, launches and unrolled copies: the dearest speaks for all. */
function worstByPlace(accesses: readonly AccessJson[]): AccessJson[] {
  const worst = new Map<string, AccessJson>();
  for (const access of accesses) {
    const known = cost(access);
    if (!known) continue;
    const key = `${access.line}:${access.column}:${access.endColumn}:${access.op}`;
    const present = worst.get(key);
    const presentCost = present && cost(present);
    if (!presentCost || known.range[1] > presentCost.range[1]) worst.set(key, access);
  }
  return [...worst.values()];
}

function hint(access: AccessJson): InlayHint {
  const known = cost(access)!;
  return {
    position: placeRange(access).end,
    label: plural(known.words, known.unit),
    paddingLeft: true,
    tooltip: `${access.space} ${access.op}: ${plural(known.words, known.unit)} a request, ideal ${known.ideal}; ${launchWords(access.launch)}`,
  };
}

async function hints(context: ServerContext, { textDocument, range }: InlayHintParams): Promise<InlayHint[]> {
  const mode = context.settings().inlayHints;
  const snapshot = context.snapshots.get(textDocument.uri);
  if (!snapshot || mode === "off") return [];
  const [inspection, analysis] = await Promise.all([context.inspect(snapshot), context.analyse(snapshot)]);
  const hasFinding = (access: AccessJson) => {
    const span = spanOf(snapshot, placeRange(access));
    return analysis.findings.some((finding) => touches(finding.span, span));
  };
  return worstByPlace(inspection.kernels.flatMap((kernel) => kernel.accesses))
    .filter((access) => access.line - 1 >= range.start.line && access.line - 1 <= range.end.line)
    .filter((access) => mode === "all" || hasFinding(access))
    .map(hint);
}

/** The cost of accesses in the text. */
export const inlayHints: Feature = {
  name: "inlay hints",
  register(context) {
    const { connection } = context;
    connection.languages.inlayHint.on(
      guarded(context, "inlay hints", [] as InlayHint[], (params: InlayHintParams) => hints(context, params)),
    );
    const refresh = () => {
      if (context.client.workspace?.inlayHint?.refreshSupport)
        void connection.sendRequest(InlayHintRefreshRequest.type);
    };
    return { settingsChanged: refresh };
  },
};
