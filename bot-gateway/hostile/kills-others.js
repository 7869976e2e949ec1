// Signals its parent, the gateway and all other processes.
const results = [];
const strike = (pid) => {
  try {
    process.kill(pid, "SIGKILL");
    results.push(pid);
  } catch {
    // Not permitted, as expected.
  }
};
strike(process.ppid);
strike(Number(process.env.GATEWAY_PID));
strike(Number(process.env.NEIGHBOUR_PID));
for (let pid = process.pid - 50; pid < process.pid; pid += 1) if (pid > 1) strike(pid);
strike(-1);
console.log("finished");
