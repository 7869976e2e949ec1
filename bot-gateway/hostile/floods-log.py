# Writes log as fast as it is read, without end.
import os

line = b"x" * 65535 + b"\n"
while True:
    os.write(1, line)
