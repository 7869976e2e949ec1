# Uses eight times its disk quota as fast as it can and keeps it: with several processes, in its folder and
# where every user may write, by writing and by allocating space.
import os
import signal

chunk = bytes(8 << 20)
places = [".", "/tmp", "/var/tmp", "/dev/shm"]
for process in range(3):
    if os.fork() == 0:
        break
else:
    process = 3
for index in range(6):
    try:
        # Bytes that are not text: a name that cannot be passed to every program.
        path = os.path.join(places[process], f"outruns-{os.environ['BOT_ID']}-{process}-{index}").encode() + b"\xff"
        file = os.open(path, os.O_CREAT | os.O_WRONLY)
        if process == 0 and index == 5:
            os.posix_fallocate(file, 0, len(chunk))
        else:
            os.write(file, chunk)
        os.close(file)
    except OSError:
        places[process] = "."
signal.pause()
