"""Compiles and runs every program under test/host/programs on a real GPU and writes what each prints.

    python3 test/host/record.py OUT [NVCC]

Writes OUT/programs.json: {"device": ..., "programs": {NAME: {"stdout": ..., "exit_code": ..., "sha256": of the source}}}.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

here = os.path.dirname(os.path.abspath(__file__))
out = sys.argv[1]
nvcc = sys.argv[2] if len(sys.argv) > 2 else "nvcc"
folder = os.path.join(here, "programs")
names = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".cu"))
build = os.path.join(out, "build")
os.makedirs(build, exist_ok=True)
# The samples' helpers are no part of a toolkit: ours stand for them, apart from our other headers.
helpers = os.path.join(build, "helpers")
os.makedirs(helpers, exist_ok=True)
ours = os.path.join(here, "..", "..", "analyzer", "cuda", "include")
for header in os.listdir(ours):
    if header.startswith("helper_") or header == "exception.h":
        shutil.copy(os.path.join(ours, header), helpers)
# What they include of ours.
os.makedirs(os.path.join(helpers, "warplens"), exist_ok=True)
for header in os.listdir(os.path.join(ours, "warplens")):
    if header.startswith("helper_"):
        shutil.copy(os.path.join(ours, "warplens", header), os.path.join(helpers, "warplens"))


def compile_one(name):
    binary = os.path.join(build, name)
    source = os.path.join(folder, name + ".cu")
    command = [nvcc, "-std=c++17", "-arch=sm_90", "--extended-lambda", "-I", helpers, "-o", binary, source, "-lcuda"]
    done = subprocess.run(command, capture_output=True, text=True)
    return name, done.returncode, done.stderr


recorded = {}
with ThreadPoolExecutor(12) as pool:
    compiled = list(pool.map(compile_one, names))
for name, code, messages in compiled:
    if code != 0:
        recorded[name] = {"error": messages[-2000:]}
        continue
    try:
        done = subprocess.run([os.path.join(build, name)], capture_output=True, text=True, timeout=60, cwd=build)
        with open(os.path.join(folder, name + ".cu"), "rb") as source:
            digest = hashlib.sha256(source.read()).hexdigest()
        recorded[name] = {"stdout": done.stdout, "exit_code": done.returncode, "sha256": digest}
    except subprocess.TimeoutExpired:
        recorded[name] = {"error": "it ran longer than a minute"}
device = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True, text=True).stdout.strip()
with open(os.path.join(out, "programs.json"), "w") as file:
    json.dump({"device": device, "programs": recorded}, file, indent=1, sort_keys=True)
subprocess.run(["rm", "-r", build])
print(len(recorded), "programs,", sum("error" in one for one in recorded.values()), "failed")
for name, one in recorded.items():
    if "error" in one:
        print(name, one["error"][:300])
