/** One warp's shared-memory request over the 32 banks: how many different words each bank must give, one after another. */
import { scaleLinear } from "d3-scale";
import { LANES, laneColumns, type Request, ranges } from "./lanes";
import { element } from "./markup";
import type { Picture } from "./model";

const BANKS = 32;
const WORD = 4n;
const CELL = 10;

/** For each bank the distinct words asked of it, each with its lanes. Lanes that ask for one word share it. */
export function wordsOfBanks({ addresses, width }: Request): readonly ReadonlyMap<bigint, readonly number[]>[] {
  const banks = Array.from({ length: BANKS }, () => new Map<bigint, number[]>());
  addresses.forEach((address, lane) => {
    if (address === undefined) return;
    const last = (address + BigInt(width) - 1n) / WORD;
    for (let word = address / WORD; word <= last; word++) {
      const bank = banks[Number(word % BigInt(BANKS))]!;
      bank.set(word, [...(bank.get(word) ?? []), lane]);
    }
  });
  return banks;
}

/** 32 columns, a block for each word that the bank has to give. */
export function bankPicture(request: Request): Picture {
  const banks = wordsOfBanks(request);
  const deepest = Math.max(0, ...banks.map((bank) => bank.size));
  const busy = banks.filter((bank) => bank.size > 0).length;
  const active = request.addresses.filter((address) => address !== undefined).length;
  const description =
    `${active} active lanes access ${busy} of ${BANKS} banks; ` +
    (deepest > 1 ? `the busiest bank serves ${deepest} different words` : "no bank serves more than one word");
  const levels = Math.max(1, Math.min(deepest, LANES));
  const step = Math.min(CELL, 160 / levels);
  const height = levels * step + 18;
  const base = height - 18;
  const top = scaleLinear([0, levels], [base, base - levels * step]);
  const columns = banks.map((bank, index) =>
    element(
      "g",
      {},
      element("title", {}, `bank ${index}: ${bank.size} ${bank.size === 1 ? "word" : "words"}`),
      element("rect", {
        x: laneColumns(index),
        y: height - 17,
        width: laneColumns.bandwidth(),
        height: 3,
        class: "bank",
      }),
      [...bank.keys()].map((_, level) =>
        element("rect", {
          x: laneColumns(index),
          y: (top(level + 1) + 0.5).toFixed(1),
          width: laneColumns.bandwidth(),
          height: Math.max(1, step - 1).toFixed(1),
          class: level === 0 ? "word" : "word conflict",
        }),
      ),
    ),
  );
  const svg = element(
    "svg",
    { viewBox: `0 0 ${BANKS * CELL} ${height}`, role: "img", "aria-label": description, class: "banks" },
    columns,
    element("text", { x: 0, y: height - 3, class: "label" }, "bank 0"),
    element("text", { x: BANKS * CELL, y: height - 3, class: "label end" }, "bank 31"),
  );
  return {
    title: "Banks",
    description,
    svg,
    table: {
      caption: "Words requested from each bank",
      columns: [
        { title: "Bank", numeric: true },
        { title: "Words", numeric: true },
        { title: "Lanes", numeric: false },
      ],
      rows: banks.flatMap((bank, index) =>
        bank.size ? [[index, bank.size, ranges([...new Set([...bank.values()].flat())].sort((a, b) => a - b))]] : [],
      ),
    },
  };
}
