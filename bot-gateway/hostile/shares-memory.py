# Allocates memory in many small processes: another one for each line it receives, or all at once.
import os
import sys
import time


def take(name, megabytes):
    """Holds this much memory in a process of its own."""
    if os.fork() == 0:
        held = bytearray(b"1") * (megabytes << 20)
        print(f"holds {name} {len(held)}", flush=True)
        time.sleep(600)


if os.environ.get("AT_ONCE"):
    print("takes all", flush=True)
    for process in range(5):
        take(process, 40)
    # None of them ends by itself.
    os.wait()
    print("full", flush=True)
    time.sleep(600)
for line in sys.stdin:
    take(line.strip(), 14)
