# Writes half a gigabyte of log.
import os

line = b"x" * 65535 + b"\n"
left = 1 << 29
while left > 0:
    left -= os.write(1, line)
os.write(2, b"finished\n")
