# Leaves a detached process behind, and ends.
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.environ.clear()
        for number in range(64):
            try:
                os.close(number)
            except OSError:
                pass
        time.sleep(600)
    os._exit(0)
time.sleep(0.2)
print("finished", flush=True)
