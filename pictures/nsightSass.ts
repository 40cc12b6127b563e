/**
 * The source page of an export as instructions (`ncu --csv --page source --print-source sass`): for each launch a row with the
 * kernel's name, a row of titles, and a row an instruction. Its memory instructions summed up are counters that we have.
 */
import { decimalOf, numberOf } from "./nsightCsv";
import { functionName, type ProfiledLaunch } from "./profile";

/** As the column “Access Operation” names them, by the ending of our counters. */
const endings: readonly { readonly operation: RegExp; readonly ending: string }[] = [
  { operation: /^load/i, ending: "ld" },
  { operation: /^store/i, ending: "st" },
  { operation: /^red/i, ending: "red" },
  { operation: /^atom/i, ending: "atom" },
];

/** Counters of ours that the columns of an instruction add to. */
function countersOf(space: string, ending: string): readonly (readonly [counter: string, title: string])[] {
  switch (space) {
    case "global":
      return [
        [`smsp__sass_inst_executed_op_global_${ending}`, "Instructions Executed"],
        [`smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_${ending}`, "L2 Theoretical Sectors Global"],
        ["smsp__sass_l1tex_tags_mem_global", "L1 Tag Requests Global"],
      ];
    case "shared":
      return [
        [`smsp__sass_inst_executed_op_shared_${ending}`, "Instructions Executed"],
        [`smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_${ending}`, "L1 Wavefronts Shared"],
      ];
    case "local":
      return [
        [`smsp__sass_inst_executed_op_local_${ending}`, "Instructions Executed"],
        [`smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_${ending}`, "L2 Theoretical Sectors Local"],
      ];
    default:
      return [];
  }
}

/**
 * Launches of Nsight Compute's SASS table, with counters summed over their instructions by memory space and operation.
 */
export function sassLaunches(rows: readonly (readonly string[])[]): ProfiledLaunch[] {
  const decimal = decimalOf(rows.flat().filter((cell) => !/^0x/i.test(cell)));
  const launches: { signature: string; metrics: Record<string, number> }[] = [];
  let titles: readonly string[] = [];
  for (const row of rows) {
    const last = launches.at(-1);
    if (row[0] === "Kernel Name") launches.push({ signature: row[1] ?? "", metrics: {} });
    else if (row[0] === "Address" || row[0] === "#") titles = row;
    else if (last) {
      const cell = (title: string) => row[titles.indexOf(title)];
      const ending = endings.find(({ operation }) => operation.test(cell("Access Operation") ?? ""))?.ending;
      if (!ending) continue;
      for (const [counter, title] of countersOf((cell("Address Space") ?? "").toLowerCase(), ending)) {
        const value = numberOf(cell(title), decimal);
        if (value !== undefined) last.metrics[counter] = (last.metrics[counter] ?? 0) + value;
      }
    }
  }
  return launches
    .filter(({ metrics }) => Object.keys(metrics).length > 0)
    .map(({ signature, metrics }) => {
      return { kernel: functionName(signature), signature, grid: [], block: [], metrics, titled: {} };
    });
}
