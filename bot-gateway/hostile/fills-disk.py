# Nests folders deeper than any path can reach, and fills them.
import os
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for depth in range(40):
    name = "d" * 200
    os.mkdir(name)
    os.chdir(name)
    with open(b"\xff\xfe", "wb") as file:
        file.write(bytes(1 << 20))
signal.pause()
