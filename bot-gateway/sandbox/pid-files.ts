import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A process without mistake: its number is used again, with its start time it is not. */
export type Identity = { pid: number; start: string };

/** The processes of a bot that its gateway started or knows, written down so that its successor can end them. */
export type Remembered = { botId: number; processes: Identity[] };

const fileOf = (pids: string, botId: number) => join(pids, `${botId}.json`);

/** Start times count from the machine's start, so a file from before it says nothing. */
const bootId = (): string => {
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

/** What an earlier gateway wrote down since the machine started; unreadable files are passed over. */
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

/** Forgets everything: nothing of it runs any more. */
export function forgetPids(pids: string): void {
  for (const name of readdirSync(pids)) rmSync(join(pids, name), { force: true });
}
