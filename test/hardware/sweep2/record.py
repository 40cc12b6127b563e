#!/usr/bin/env python3
"""Record sweep2.cu on a GPU: `record.py OUT_DIR`, from anywhere. Needs nvcc, Nsight Compute and an NVIDIA GPU.

Writes patterns.h, builds, profiles, and writes OUT_DIR/sweep2.json:
  {"device", "stdout", "patterns": [{"mask", "index": [32]}, ...],
   "each": {KERNEL: [{"sass", METRIC: n, ...} per pattern]},     # by instruction, zero fields left out
   "alone": {KERNEL: [{METRIC: n, ...} per pattern of the first ALONE_N]}}   # by launch
A kernel of LOCAL_* has twice as many rows: the stores of all patterns, then the loads.
"""
import glob, json, os, random, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.abspath(sys.argv[1])
N, ALONE_N = 96, 24
ROW = """inst_executed thread_inst_executed_true memory_l1_wavefronts_shared memory_l1_wavefronts_shared_ideal
memory_l1_tag_requests_global memory_l2_theoretical_sectors_global memory_l2_theoretical_sectors_global_ideal
memory_l2_theoretical_sectors_local""".split()
LAUNCH = """smsp__sass_inst_executed_op_global_ld smsp__sass_inst_executed_op_global_st smsp__sass_inst_executed_op_global_atom
smsp__sass_inst_executed_op_global_red smsp__sass_inst_executed_op_shared_ld smsp__sass_inst_executed_op_shared_st
smsp__sass_inst_executed_op_shared_atom smsp__sass_inst_executed_op_texture smsp__inst_executed_op_ldc idc__requests
l1tex__t_requests_pipe_tex_mem_texture l1tex__t_sectors_pipe_tex_mem_texture smsp__sass_l1tex_tags_mem_global
smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom
smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld
smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom""".split()
MNEMONIC = {"LDS": r"\bLDS\b", "STS": r"\bSTS\b", "ATOMS": r"\bATOMS\b", "RED_": r"\bATOMS\b", "LDSM": r"\bLDSM\b",
            "STSM": r"\bSTSM\b", "LDG": r"\bLDG\.E\.(U8|U16|64|128)\b", "STG": r"\bSTG\b", "REDG": r"\bREDG?\b", "LDGSTS": r"\bLDGSTS\b",
            "LOCAL": r"\b(STL|LDL)\b"}


def patterns():
    """The same on every machine: broadcasts, pairs, strides, few addresses, sparse masks, and plain random warps."""
    r = random.Random(20261121)
    full, out = 0xFFFFFFFF, []
    for stride in (0, 1, 2, 3, 4, 5, 8, 16, 31, 32):
        out.append((full, [(l * stride) % 1024 for l in range(32)]))
    masks = [full, 0xFFFF, 0xFFFF0000, 0xFF, 0x55555555, 0xAAAAAAAA, 0x11111111, 0x0F0F0F0F, 1, 1 << 31, 3, 5, 0x80000001]
    while len(out) < N:
        mask = r.choice(masks) if r.random() < 0.5 else r.getrandbits(32) & r.choice([full, r.getrandbits(32), r.getrandbits(32) & r.getrandbits(32)])
        kind, top = r.randrange(6), r.choice([2, 4, 8, 16, 64, 512, 1024])
        index = [r.randrange(top) for _ in range(32)]
        if kind == 1: index = [index[l & ~1] for l in range(32)]
        if kind == 2: index = [index[l & ~2] for l in range(32)]
        if kind == 3: index = [index[l // 8] for l in range(32)]
        if kind == 4: index = [(l * r.choice([1, 2, 4]) + index[0]) % 1024 for l in range(32)]
        if kind == 5: index = sorted(index)
        out.append((mask, index))
    return out


def report_module():
    for pattern in ("/opt/nvidia/nsight-compute/*/extras/python", "/usr/local/cuda*/nsight-compute*/extras/python"):
        for folder in sorted(glob.glob(pattern)):
            sys.path.insert(0, folder)
    import ncu_report
    return ncu_report


def value(metric):
    return None if metric is None or metric.kind() is None else int(metric.as_double())


def instances(action, name):
    metric = action.metric_by_name(name)
    if metric is None or not metric.num_instances():
        return {}
    ids = metric.correlation_ids()
    return {ids.as_uint64(i): metric.as_uint64(i) for i in range(metric.num_instances())}


def profile(arguments, name):
    report = f"/tmp/{name}"
    run = subprocess.run(["ncu", "--clock-control", "none", "-f", "-o", report, *arguments, "/tmp/sweep2.bin"], capture_output=True, text=True)
    print(name, run.stdout[-400:], run.stderr[-400:], flush=True)
    ranges = report_module().load_report(report + ".ncu-rep").range_by_idx(0)
    return [ranges.action_by_idx(i) for i in range(ranges.num_actions())]


def main():
    os.makedirs(OUT, exist_ok=True)
    table = patterns()
    with open("/tmp/patterns.h", "w") as file:
        file.write(f"enum {{ N = {N}, ALONE_N = {ALONE_N} }};\nstruct P {{ unsigned mask; int idx[32]; }};\nstatic const P patterns[] = {{\n")
        file.write(",\n".join("{%uu,{%s}}" % (mask, ",".join(map(str, index))) for mask, index in table) + "};\n")
    subprocess.run(["nvcc", "-O3", "-lineinfo", "-arch=native", "-I/tmp", "-o", "/tmp/sweep2.bin", f"{HERE}/sweep2.cu"], check=True)
    plain = subprocess.run(["/tmp/sweep2.bin"], capture_output=True, text=True).stdout
    print(plain, flush=True)
    each, alone = {}, {}
    for action in profile(["--section", "SourceCounters", "--launch-count", "38"], "each"):
        kernel = action.name(action.NameBase_FUNCTION)
        per = {name: instances(action, name) for name in ROW}
        wanted = next(regex for prefix, regex in sorted(MNEMONIC.items(), key=lambda item: -len(item[0])) if kernel.startswith(prefix))
        each[kernel] = []
        for address in sorted(per["inst_executed"]):
            sass = " ".join(action.sass_by_pc(address).split())
            if re.search(wanted, sass):
                each[kernel].append({"sass": sass, **{name: counts[address] for name, counts in per.items() if counts.get(address)}})
    metrics = ",".join(f"{name}.sum" for name in LAUNCH)
    for action in profile(["--metrics", metrics, "--launch-skip", "38"], "alone"):
        counts = {name: value(action.metric_by_name(f"{name}.sum")) for name in LAUNCH}
        alone.setdefault(action.name(action.NameBase_FUNCTION), []).append({name: count for name, count in counts.items() if count})
    device = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True).stdout.strip()
    lines = lambda rows: "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "]"
    with open(f"{OUT}/sweep2.json", "w") as file:
        file.write(f'{{"device":{json.dumps(device)},"stdout":{json.dumps(plain)},"patterns":' + lines([{"mask": mask, "index": index} for mask, index in table]))
        for name, group in (("each", each), ("alone", alone)):
            file.write(f',\n"{name}":{{' + ",\n".join(f'"{kernel}":' + lines(rows) for kernel, rows in group.items()) + "}")
        file.write("}\n")
    for kernel, rows in {**each, **alone}.items():
        print(kernel, len(rows), flush=True)


if __name__ == "__main__":
    main()
