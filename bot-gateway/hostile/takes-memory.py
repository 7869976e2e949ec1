# Allocates two gigabytes, and if that is refused, two more in memory that belongs to no process.
import os

kept = []
taken = 0
try:
    while taken < 2048:
        kept.append(bytearray(b"1") * (8 << 20))
        taken += 8
        print(f"has {taken}", flush=True)
except MemoryError:
    kept.clear()
    print("refused", flush=True)
try:
    file = os.memfd_create("hidden")
    for _ in range(32):
        os.write(file, bytes(1 << 20))
    print("hidden 32", flush=True)
except (OSError, MemoryError) as error:
    print(f"hidden 0 {error}", flush=True)
print("finished", flush=True)
