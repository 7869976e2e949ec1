# Uses all the processor time it can get and ignores signals.
import os
import signal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(4):
    try:
        if os.fork() == 0:
            break
    except OSError:
        pass
else:
    print("started", flush=True)
while True:
    pass
