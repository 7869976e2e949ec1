import type { ISOLATION_LEVELS } from "../../bot-gateway/protocol.ts";

/** How well the gateway isolates bots here, as it reports. */
export type Isolation = {
  level: (typeof ISOLATION_LEVELS)[number];
  /** One sentence about what would raise the level; null when only a machine for each bot would. */
  advice: string | null;
  /** Comma-separated frameworks whose bots it does not start. */
  refused: string;
};

const KEPT = 4_000;

/** Finds the line of the gateway's log about isolation. */
function isolationIn(output: string): Isolation | null {
  const line = output.split("\n").find((each) => each.includes('"event":"isolation"'));
  return line ? (JSON.parse(line) as Isolation) : null;
}

/** Follows the output of a gateway; calls `onReady` once, when it is ready, with how well it isolates bots. */
export function followOutput(onReady: (isolation: Isolation | null) => void) {
  let output = "";
  let isReady = false;
  return {
    take(chunk: Buffer): void {
      output += chunk;
      // Read once, because later output is cut and contains what bots cause.
      if (!isReady && /^Bot gateway is ready/m.test(output)) {
        isReady = true;
        onReady(isolationIn(output));
      }
      output = output.slice(-KEPT);
    },
    newest: () => output.trimEnd(),
  };
}
