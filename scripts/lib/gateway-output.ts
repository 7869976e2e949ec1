import type { ISOLATION_LEVELS } from "../../bot-gateway/protocol.ts";

/** How well the gateway isolates bots here, as it reports. */
export type Isolation = {
  level: (typeof ISOLATION_LEVELS)[number];
  /** One sentence about what would raise the level; null when only a machine for each bot would. */
  advice: string | null;
  /** Comma-separated frameworks whose bots it does not start. */
  refused: string;
};

/** A gateway that is ready. */
export type ReadyGateway = { address: string; isolation: Isolation | null };

/** Finds the line of the gateway's log about isolation. */
function isolationIn(output: string): Isolation | null {
  const line = output.split("\n").find((each) => each.includes('"event":"isolation"'));
  return line ? (JSON.parse(line) as Isolation) : null;
}

/** Reads a gateway's output from its start; returns null until it says that it is ready. */
export function readReady(output: string): ReadyGateway | null {
  const address = /^Bot gateway is ready at (\S+)$/m.exec(output.slice(0, output.lastIndexOf("\n")))?.[1];
  return address ? { address, isolation: isolationIn(output) } : null;
}
