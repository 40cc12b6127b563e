/** What a search for arguments found, as the command that runs it again. */
import type { SimulateJson } from "../../engine/formats/simulation";

/** Options of the search's own command that the new command states itself. */
const REPLACED: ReadonlySet<string> = new Set(["--search", "--arg", "--grid", "--block", "--shared"]);

/** A word as a shell reads it back. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The words of the search's command without what the search chose. */
function kept(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const [name = ""] = word.split("=", 1);
    if (!REPLACED.has(name)) {
      if (name !== "--check") found.push(word);
    } else if (name === word) at++;
  }
  return found;
}

/** A sentence, and the command where a run found something; `words` are those of the search's own command. */
export function searchText({ search, launches }: SimulateJson, words: readonly string[]): string {
  if (!search) return "";
  const [launch] = launches;
  const runs = search.tried === 1 ? "1 run" : `${search.tried} runs`;
  if (!search.found || !launch) return `warplens: --search found nothing in ${runs}.\n`;
  const shape = ["--grid", launch.grid.join(","), "--block", launch.block.join(",")];
  const shared = launch.shared > 0 ? ["--shared", `${launch.shared}`] : [];
  const given = search.arguments.flatMap((one) => ["--arg", one]);
  const command = ["warplens", "simulate", ...kept(words), ...shape, ...shared, ...given, "--check"];
  return `warplens: --search found this after ${runs}; run it again with\n  ${command.map(quoted).join(" ")}\n`;
}
