# Looks for control groups wherever they may be mounted, and tries to leave its own, raise its limits and
# make others.
import ctypes
import os
import sys


def lines(path):
    try:
        with open(path) as file:
            return file.read().splitlines()
    except OSError:
        return []


def try_to(name, act):
    try:
        act()
        print(f"changed {name}")
    except OSError:
        pass


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


folders = {"/sys/fs/cgroup", "/sys/fs/cgroup/memory", "/sys/fs/cgroup/pids", "/sys/fs/cgroup/unified"}
folders |= {line.split()[4] for line in lines("/proc/self/mountinfo") if " - cgroup" in line}
ways = set()
for line in lines("/proc/self/cgroup"):
    at = line.split(":", 2)[2]
    while at != "/":
        ways.add(at)
        at = os.path.dirname(at)
for folder in [*folders, *(top + way for top in folders for way in ways)]:
    for name in ("cgroup.procs", "tasks", "cgroup.threads"):
        if os.path.exists(f"{folder}/{name}"):
            try_to(f"{folder}/{name}", lambda: write(f"{folder}/{name}", str(os.getpid())))
    for name, text in (("memory.max", "max"), ("memory.limit_in_bytes", "-1"), ("pids.max", "max"), ("cgroup.kill", "1")):
        if os.path.exists(f"{folder}/{name}"):
            try_to(f"{folder}/{name}", lambda: write(f"{folder}/{name}", text))
    try_to(f"{folder}/mine", lambda: os.mkdir(f"{folder}/mine"))
library = ctypes.CDLL(None)
for kind in (b"cgroup2", b"cgroup"):
    if library.mount(b"none", os.environ["HOME"].encode(), kind, 0, b"memory" if kind == b"cgroup" else None) == 0:
        print(f"changed what is mounted: {kind}")
print("finished", flush=True)
sys.stdin.read()
