import { Bench, int, pointer, recorded } from "./support";
describe("try", () => {
  it("runs", async () => {
    const bench = new Bench(await recorded("shared_banks"));
    const size = 1 << 20;
    const a = bench.buffer(Int32Array.from({ length: size / 4 }, (_, i) => (i * 48271) % 65521));
    const b = bench.buffer(size);
    const report = bench.launch("transposeNaive", [4, 4, 1], [32, 32, 1], [pointer(a), pointer(b), int(128)]);
    console.log(report.outcome, report.metrics);
    const r2 = bench.launch("transposeSharedILi0E", [4, 4, 1], [32, 32, 1], [pointer(a), pointer(b), int(128)]);
    console.log(r2.outcome, r2.metrics);
    console.log(bench.ints(b, 8));
  });
});
