import { readFileSync } from "node:fs";
import { ownGroups } from "../sandbox/control-group.ts";

/** Returns the folders of a process's control groups that limit memory and processes. */
export function groupsOf(pid: number): string[] {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, "utf8");
  return ownGroups(readFileSync("/proc/self/mountinfo", "utf8"), read("cgroup"))?.folders ?? [];
}
