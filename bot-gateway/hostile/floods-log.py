# Writes log lines without end, as fast as they are read.
import os

line = b"x" * 2047 + b"\n"
while True:
    os.write(1, line)
