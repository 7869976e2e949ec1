# Five processes, each of which takes all the memory that one process may have.
import os
import time

for _ in range(4):
    if os.fork() == 0:
        break
kept = []
try:
    while True:
        kept.append(bytearray(b"1") * (4 << 20))
except MemoryError:
    print("full", flush=True)
time.sleep(600)
