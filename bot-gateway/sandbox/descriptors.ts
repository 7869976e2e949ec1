import { closeSync, readdirSync, readFileSync } from "node:fs";

const OWN = "/proc/self";
/** O_CLOEXEC, in octal as in /proc. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes every file descriptor that a program started by this process would inherit: those that the parent of this
 * process left open. Node.js opens its own with close-on-exec; the standard streams and the channel to the parent
 * stay. Only Linux lists them; macOS hands over nothing that was not asked for.
 * @returns the descriptors that were closed
 */
export function closeInherited(): number[] {
  let open: number[];
  try {
    open = readdirSync(`${OWN}/fd`).map(Number);
  } catch {
    return [];
  }
  const channel = (process.channel as { fd?: number } | undefined)?.fd;
  return open.filter((descriptor) => {
    if (descriptor <= 2 || descriptor === channel) return false;
    try {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`${OWN}/fdinfo/${descriptor}`, "utf8"))?.[1] ?? "";
      if (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) return false;
      closeSync(descriptor);
      return true;
    } catch {
      // The descriptor that listed the others, or one that was closed meanwhile.
      return false;
    }
  });
}
