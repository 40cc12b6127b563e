import { readFileSync, writeFileSync } from "node:fs";
import { lowerModule } from "../../analyzer/lower/lower";
import { deviceModule } from "../support/device";
import { PROGRAMS, programModule } from "./programs";

it("dump", async () => {
  for (const file of process.env.DUMP ? process.env.DUMP.split(" ") : PROGRAMS) {
    try {
      const module = file.includes("/")
        ? await deviceModule(readFileSync(file, "utf8"), "t.cu")
        : await programModule(file);
      const out: Record<string, unknown> = {};
      for (const [name, f] of lowerModule(module)) {
        if (!f.function.isKernel) continue;
        out[name] = f.accesses.map((a) => {
          let l = a.location;
          while (l?.inlinedAt) l = l.inlinedAt;
          return [
            l?.line ?? 0,
            a.op,
            a.space,
            a.width,
            a.atomic ? a.atomic.kind + (a.atomic.aggregated ? "+agg" : "") : "",
          ];
        });
        if (f.unsupported.size) console.log(name, [...f.unsupported.values()]);
      }
      writeFileSync(`/tmp/low/w/${file.split("/").pop()!.replace(".cu", "")}.json`, JSON.stringify(out));
    } catch (e) {
      console.log(file, String(e).slice(0, 3000));
    }
  }
});
