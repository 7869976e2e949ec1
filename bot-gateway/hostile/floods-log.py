# Writes log as fast as it is read, without end.
import os

line = b"x" * 2047 + b"\n"
while True:
    os.write(1, line)
