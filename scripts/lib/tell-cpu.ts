import { appendFileSync } from "node:fs";
import { CPU_FILE, cpuOfTree } from "./cpu.ts";

// Node's test runner imports this in the process of each test file, which says at its end what it took.
process.once("exit", () => {
  const [file, into] = [process.argv[1], process.env[CPU_FILE]];
  const cpu = cpuOfTree(process.pid);
  if (file && into && cpu !== null) appendFileSync(into, `${JSON.stringify({ file, cpu })}\n`);
});
