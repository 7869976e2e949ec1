import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Identifies a process: pids are reused, a pid with its start time is not. */
export type Identity = { pid: number; start: string };

/** The processes of a bot, recorded on disk so that the next gateway can end them. */
type Remembered = {
  botId: number;
  /** When the run began, in milliseconds since 1970. */
  since: number;
  processes: Identity[];
  /** The folders of its control group; missing in older files. */
  group?: readonly string[];
};

const fileOf = (pids: string, botId: number) => join(pids, `${botId}.json`);

/** Returns the id of the machine's current boot. Start times count from it, so a file from before it says nothing. */
export const bootId = (): string => {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
};

export const rememberPid = (pids: string, remembered: Remembered): void =>
  writeFileSync(fileOf(pids, remembered.botId), JSON.stringify({ ...remembered, boot: bootId() }), {
    mode: 0o600,
  });

export const forgetPid = (pids: string, botId: number): void => rmSync(fileOf(pids, botId), { force: true });

/** Returns what an earlier gateway recorded since the machine started; unreadable files are ignored. */
export function rememberedPids(pids: string): Remembered[] {
  const boot = bootId();
  return readdirSync(pids).flatMap((name) => {
    try {
      const found = JSON.parse(readFileSync(join(pids, name), "utf8")) as Remembered & { boot: string };
      return found.boot === boot ? [found] : [];
    } catch {
      return [];
    }
  });
}

/** Removes all records, once none of the processes runs. */
export function forgetPids(pids: string): void {
  for (const name of readdirSync(pids)) rmSync(join(pids, name), { force: true });
}
