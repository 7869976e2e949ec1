# Leaves a detached process behind, and ends.
import os
import time

end, start = os.pipe()
if os.fork() == 0:
    try:
        os.setsid()
    except PermissionError:
        pass
    if os.fork() == 0:
        os.environ.clear()
        for number in range(64):
            try:
                os.close(number)
            except OSError:
                pass
        time.sleep(600)
    os._exit(0)
os.close(start)
# Waits until the other process has closed everything that it inherited.
os.read(end, 1)
print("finished", flush=True)
