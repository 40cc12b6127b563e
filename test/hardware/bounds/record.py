#!/usr/bin/env python3
"""Record pairs.cu and blind.cu: durations, throughputs and counters of every launch, under NAME.json in a folder.

Usage: record.py FOLDER OUT NAME.cu...   FOLDER has measure.py. Where a GPU, nvcc and Nsight Compute are.
Each launch is profiled three times with cold caches; `gpu__time_duration` is the least of the times, in nanoseconds.
"""
import json, os, subprocess, sys, time

sys.path.insert(0, sys.argv[1])
import measure

EXTRA = """
gpu__time_duration.sum sm__cycles_elapsed.max sm__cycles_active.avg smsp__cycles_elapsed.avg.per_second
sm__throughput.avg.pct_of_peak_sustained_elapsed l1tex__throughput.avg.pct_of_peak_sustained_active
lts__throughput.avg.pct_of_peak_sustained_elapsed gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed
dram__bytes_read.sum dram__bytes_write.sum sm__warps_active.avg.pct_of_peak_sustained_active
smsp__issue_active.avg.pct_of_peak_sustained_active smsp__inst_issued.sum sm__inst_executed_pipe_alu.sum
sm__inst_executed_pipe_fma.sum sm__inst_executed_pipe_fp64.sum sm__inst_executed_pipe_lsu.sum sm__inst_executed_pipe_xu.sum
l1tex__data_pipe_lsu_wavefronts.sum lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed
lts__lts2xbar_cycles_active_realtime.avg.pct_of_peak_sustained_elapsed lts__xbar2lts_cycles_active.avg.pct_of_peak_sustained_elapsed
lts__t_sectors_srcunit_tex.sum lts__t_sectors_srcunit_ltcfabric.sum lts__t_sectors.sum lts__t_requests.sum launch__waves_per_multiprocessor
""".split()
KEPT = measure.METRICS + [name.removesuffix(".sum") for name in EXTRA] + measure.LAUNCH


def profile(binary):
    report = f"{measure.SCRATCH}/{os.path.basename(binary)}.report"
    wanted = ",".join([f"{m}.sum" for m in measure.METRICS] + EXTRA + measure.LAUNCH)
    subprocess.run(["ncu", "--clock-control", "none", "--metrics", wanted, "-f", "-o", report, binary], capture_output=True, timeout=240)
    context = measure.ncu_report().load_report(report + ".ncu-rep")
    launches = []
    for r in range(context.num_ranges()):
        for action in context.range_by_idx(r):
            names = {m.removesuffix(".sum"): m for m in [f"{m}.sum" for m in measure.METRICS] + EXTRA + measure.LAUNCH}
            metrics = {short: measure.number(action.metric_by_name(full)) for short, full in names.items()}
            shape = {d: [measure.number(action.metric_by_name(f"launch__{d}_dim_{a}")) for a in "xyz"] for d in ("grid", "block")}
            launches.append({"kernel": action.name(action.NameBase_FUNCTION), "signature": action.name(action.NameBase_DEMANGLED),
                             **shape, "metrics": {k: v for k, v in metrics.items() if v is not None}})
    return launches


def main():
    out = sys.argv[2]
    for source in sys.argv[3:]:
        name = os.path.splitext(os.path.basename(source))[0]
        binary = f"{measure.SCRATCH}/{name}.bin"
        subprocess.run(["nvcc", "-O3", "-std=c++17", "-lineinfo", "-arch=native", "-o", binary, source], check=True)
        device = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True, text=True).stdout
        runs = [profile(binary) for _ in range(3)]
        for i, launch in enumerate(runs[0]):
            launch["metrics"]["gpu__time_duration"] = min(run[i]["metrics"]["gpu__time_duration"] for run in runs)
        with open(f"{out}/{name}.json", "w") as file:
            head = {"file": f"{name}.cu", "args": "", "device": device.strip(), "date": time.strftime("%Y-%m-%d")}
            file.write(json.dumps(head)[:-1] + ',\n"launches":[\n' + ",\n".join(json.dumps(l, separators=(",", ":")) for l in runs[0]) + "\n]}\n")
        for launch in runs[0]:
            m = launch["metrics"]
            print(name, launch["kernel"], m["gpu__time_duration"], *(round(m.get(k) or 0, 1) for k in (
                "sm__throughput.avg.pct_of_peak_sustained_elapsed", "l1tex__throughput.avg.pct_of_peak_sustained_active",
                "lts__throughput.avg.pct_of_peak_sustained_elapsed", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed")), flush=True)


if __name__ == "__main__":
    main()
