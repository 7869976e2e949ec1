# Puts links where the gateway may read, write, change owners or delete, and in the place of its own main
# file.
import os

home = os.environ["HOME"]
neighbour = os.path.join(os.path.dirname(home), os.environ["NEIGHBOUR_ID"])
os.symlink("/etc/passwd", "passwd.txt")
os.symlink(neighbour, "neighbour")
os.symlink(os.path.join(neighbour, "treasure.txt"), "treasure.txt")
os.symlink("/etc", "lib")
os.mkfifo("pipe.txt")
for source, name in (("/etc/passwd", "hard.txt"), (os.path.join(neighbour, "treasure.txt"), "hard-treasure.txt")):
    try:
        os.link(source, name)
    except OSError:
        pass
os.remove("plants-links.py")
os.symlink("/etc/passwd", "plants-links.py")
try:
    os.rename(home, home + "-moved")
    os.symlink("/etc", home)
except OSError:
    pass
print("finished", flush=True)
