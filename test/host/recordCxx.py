"""Compiles every program under test/host/cxx with g++ on this machine and writes what it prints beside it.

    python3 test/host/recordCxx.py [NAME ...]

The recorded texts are those of g++ 12 (libstdc++ 12) with -std=c++20, glibc, x86-64.
"""

import os
import subprocess
import sys
import tempfile

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cxx")
names = sys.argv[1:] or sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".cpp"))
with tempfile.TemporaryDirectory() as build:
    for name in names:
        binary = os.path.join(build, name)
        source = os.path.join(folder, name + ".cpp")
        subprocess.run(["g++", "-std=c++20", "-O1", "-w", "-pthread", "-o", binary, source], check=True)
        done = subprocess.run([binary], capture_output=True, text=True, timeout=60, cwd=build)
        with open(os.path.join(folder, name + ".txt"), "w") as file:
            file.write(done.stdout)
        print(name, done.returncode, len(done.stdout))
