# Leaves System V shared memory behind, which belongs to no process and lives until the machine restarts.
import ctypes

system = ctypes.CDLL(None, use_errno=True)
system.shmat.restype = ctypes.c_void_p
IPC_CREAT = 0o1000
for index in range(4):  # Keys 25443 to 25446
    segment = system.shmget(0x6363 + index, 1 << 20, IPC_CREAT | 0o600)
    if segment >= 0:
        address = system.shmat(segment, None, 0)
        ctypes.memset(address, 1, 1 << 20)
        system.shmdt(ctypes.c_void_p(address))
print("finished", flush=True)
