# Writes eight times its quota into deleted files that it keeps mapped (with MAPPED set) or open.
import mmap
import os
import signal

chunk = bytes(8 << 20)
kept = []
for index in range(24):
    file = os.open("gone", os.O_CREAT | os.O_RDWR)
    os.unlink("gone")
    os.write(file, chunk)
    if os.environ["MAPPED"]:
        kept.append(mmap.mmap(file, len(chunk)))
        os.close(file)
signal.pause()
