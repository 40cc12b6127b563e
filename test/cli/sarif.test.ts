/** SARIF against the official schema, and within what GitHub takes. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { sampledIt } from "../support/sample";
import { clean, project, run, strided, warplens } from "./cli";

const it = sampledIt("cli/sarif", 3);

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
    readonly region: Region;
  };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Location[];
  readonly relatedLocations?: readonly (Location & { readonly message: { readonly text: string } })[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly fixes?: readonly { readonly artifactChanges: readonly { readonly replacements: readonly unknown[] }[] }[];
  readonly suppressions: readonly { readonly kind: string; readonly justification?: string }[];
}

interface Log {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly {
          readonly id: string;
          readonly fullDescription: { readonly text: string };
          readonly help: { readonly text: string; readonly markdown: string };
          readonly properties: { readonly tags: readonly string[] };
        }[];
      };
    };
    readonly results: readonly Result[];
    readonly invocations: readonly { readonly toolExecutionNotifications: readonly unknown[] }[];
  }[];
}

// The schema of the standard as Microsoft's package carries it. It names draft 4 and uses nothing in which that differs
// from draft 7 but the key of its identity.
const {
  $schema: _,
  id: __,
  ...schema
} = createRequire(import.meta.url)("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, unicodeRegExp: false });
const validate = ajv.compile(schema);

function valid(text: string): Log {
  const log: unknown = JSON.parse(text);
  assert.ok(validate(log), ajv.errorsText(validate.errors));
  return log as Log;
}

describe("SARIF", () => {
  it("is valid, and the schema would notice if it were not", () => {
    const log = valid(warplens("check", "test/cli/golden/kernel.cu", "--format", "sarif").stdout);
    const broken = structuredClone(log) as unknown as { runs: { results: { message?: unknown }[] }[] };
    delete broken.runs[0]!.results[0]!.message;
    assert.ok(!validate(broken));
  });

  it("has rules with help, places, fixes, fingerprints and suppressions with their reasons", () => {
    const [one] = valid(warplens("check", "test/cli/golden/kernel.cu", "--format", "sarif").stdout).runs;
    const { rules } = one!.tool.driver;
    for (const { id, fullDescription, help, properties } of rules) {
      assert.match(help.markdown, new RegExp(`^# ${id}\n`));
      assert.ok(fullDescription.text.length > 40, id);
      assert.ok(properties.tags.length <= 10);
    }
    const [conflict, silent] = one!.results;
    assert.equal(rules[conflict!.ruleIndex]!.id, "shared-bank-conflict");
    const { artifactLocation, region } = conflict!.locations[0]!.physicalLocation;
    assert.deepEqual(artifactLocation, { uri: "test/cli/golden/kernel.cu", uriBaseId: "%SRCROOT%" });
    assert.deepEqual([region.startLine, region.startColumn], [6, 41]);
    const notes = conflict!.relatedLocations!.map((one) => one.message.text);
    assert.equal(notes.length, 3, notes.join("\n"));
    assert.equal(conflict!.fixes![0]!.artifactChanges[0]!.replacements.length, 1);
    assert.deepEqual(conflict!.suppressions, []);
    assert.equal(silent!.ruleId, "uncoalesced-access");
    const justification = "the table is 4 KiB and read once";
    assert.deepEqual(silent!.suppressions, [{ kind: "inSource", status: "accepted", justification }]);
    assert.equal(one!.invocations[0]!.toolExecutionNotifications.length, 1);
  });

  it("is valid without findings and with a name that needs escapes", () => {
    const cwd = project({ "clean.cu": clean, "two words/50%.cu": strided() });
    const [one] = valid(run({ cwd }, "check", ".", "--format", "sarif").stdout).runs;
    assert.deepEqual(
      one!.results.map((result) => result.locations[0]!.physicalLocation.artifactLocation.uri),
      ["two%20words/50%25.cu"],
    );
    assert.deepEqual(valid(run({ cwd }, "check", "clean.cu", "--format", "sarif").stdout).runs[0]!.results, []);
  });

  it("keeps a fingerprint when lines above move, and gives repeated lines fingerprints of their own", () => {
    const twice = `__global__ void f(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * 32];
  out[threadIdx.x] = in[threadIdx.x * 32];
}
__global__ void g(float* out, const float* in) {
  out[threadIdx.x] += in[threadIdx.x * 32];
  out[threadIdx.x] += in[threadIdx.x * 32 + 1];
}
`;
    const prints = (text: string) => {
      const cwd = project({ "a.cu": text });
      const { results } = valid(run({ cwd }, "check", "a.cu", "--format", "sarif").stdout).runs[0]!;
      return results.map((result) => result.partialFingerprints["warplens/v1"]);
    };
    const before = prints(twice);
    assert.ok(before.length >= 2);
    assert.equal(new Set(before).size, before.length);
    assert.deepEqual(prints(`// one\n\n// two\n${twice.replaceAll("  out", "\tout")}`), before);
  });

  it("stays within GitHub's 10 MB with a thousand findings", () => {
    const kernels = Array.from({ length: 100 }, (_, i) => {
      const lines = Array.from(
        { length: 10 },
        (_, j) => `  out[threadIdx.x + ${j * 64}] = in[threadIdx.x * 32 + ${j}];`,
      );
      return `__global__ void kernel${i}(float* out, const float* in) {\n${lines.join("\n")}\n}`;
    });
    const cwd = project({ "many.cu": kernels.join("\n") });
    const { stdout } = run({ cwd }, "check", "many.cu", "--format", "sarif");
    assert.ok(valid(stdout).runs[0]!.results.length >= 500);
    assert.ok(gzipSync(stdout).length < 10_000_000);
  });
});
