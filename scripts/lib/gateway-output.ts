import type { ISOLATION_LEVELS } from "../../bot-gateway/protocol.ts";

/** How well the gateway keeps bots apart here, as it says itself. */
export type Isolation = {
  level: (typeof ISOLATION_LEVELS)[number];
  /** What would raise the level, one sentence; null where only a machine for each bot would. */
  advice: string | null;
  /** The frameworks whose bots it does not start, with commas. */
  refused: string;
};

/** Characters that are kept of what it prints. */
const KEPT = 4_000;

/** Finds the line of the gateway's log that says how it keeps bots apart. */
function isolationIn(output: string): Isolation | null {
  const line = output.split("\n").find((each) => each.includes('"event":"isolation"'));
  return line ? (JSON.parse(line) as Isolation) : null;
}

/** Follows what a gateway prints; calls back once, when it says that it is ready, with how well it keeps bots apart. */
export function followOutput(onReady: (isolation: Isolation | null) => void) {
  let output = "";
  let isReady = false;
  return {
    take(chunk: Buffer): void {
      output += chunk;
      // Read once: later on its log holds whole lines no longer, and what bots bring about.
      if (!isReady && /^Bot gateway is ready/m.test(output)) {
        isReady = true;
        onReady(isolationIn(output));
      }
      output = output.slice(-KEPT);
    },
    /** The end of what it printed. */
    newest: () => output.trimEnd(),
  };
}
