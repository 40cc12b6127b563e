import { architectures } from "../../analyzer/hardware/architectures";
import { type Command, oneOf, readOptions } from "../common/options";

/** `warplens devices`. */
export const devices: Command = {
  help: `warplens devices [--format text|json]

The architectures that kernels can be simulated on, with their limits.

Examples:
  warplens devices
  warplens devices --format json
`,
  async run(words) {
    const { values } = readOptions(words, { format: { type: "string", default: "text" } });
    const all = [...architectures.values()];
    if (oneOf("format", values.format, ["text", "json"]) === "json") {
      process.stdout.write(`${JSON.stringify({ version: 1, devices: all }, null, 2)}\n`);
      return 0;
    }
    for (const one of all) {
      const shared = `${one.sharedPerBlockOptIn / 1024} KiB shared memory a block at most`;
      process.stdout.write(
        `${one.name.padEnd(7)} ${one.product.padEnd(16)} ${one.multiprocessors} multiprocessors, ${shared}\n`,
      );
    }
    return 0;
  },
};
